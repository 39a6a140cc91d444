import type { Socket } from 'node:net';
import { DataSource, type QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { Pool, PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import { driverError, type Engine, type Failure, type Outcome } from '../engine.js';
import { schema } from '../../schema.js';
import { ServerRunner } from './mysql-runner.js';
import { bind, type Statement, type Values } from '../statement.js';

export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  pool: number;
}

/** One statement by itself may take this long, in milliseconds; a unit has 10 s, the request 14. */
const STATEMENT_MS = 8_000;

/** A connection that was there is no more. Where it is used after that, the error has no code at all. */
const LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ER_CONNECTION_KILLED',
  'ER_SERVER_SHUTDOWN',
  'PROTOCOL_CONNECTION_LOST',
]);

/** There is nobody to talk to, or no answer comes. What is fatal to a connection counts too. */
const AWAY = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ER_CON_COUNT_ERROR',
  'ER_DISK_FULL',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_QUERY_INTERRUPTED',
  'ER_STATEMENT_TIMEOUT',
]);

/** The statement was refused, by a server that goes on listening. */
const REFUSED = new Set<Failure['kind']>(['duplicate', 'reference', 'conflict']);

/** MySQL and MariaDB through mysql2: a plain pool to one address. */
export class ServerEngine implements Engine {
  readonly dataSource: DataSource;
  readonly rowLock = ' FOR UPDATE';
  private pool!: Pool;

  constructor(address: ServerAddress) {
    this.dataSource = new DataSource({
      ...schema,
      type: 'mysql',
      host: address.host,
      port: address.port,
      username: address.user,
      password: address.password,
      database: address.database,
      charset: 'utf8mb4',
      timezone: 'Z',
      // Every number here stays below 2^53: the reader that looks out for greater ones is slower.
      supportBigNumbers: false,
      bigNumberStrings: false,
      poolSize: address.pool,
      connectTimeout: 5_000,
      // A stack trace for each statement TypeORM writes itself, 15 µs, would tell where in TypeORM.
      trace: false,
      extra: { maxPreparedStatements: 200, enableKeepAlive: true },
    });
    const driver = this.dataSource.driver as MysqlDriver;
    driver.createQueryRunner = (mode) => new ServerRunner(driver, mode);
  }

  async open(): Promise<void> {
    await this.dataSource.initialize();
    this.pool = (this.dataSource.driver as MysqlDriver).pool as Pool;
    const heard = new WeakSet<PoolConnection>();
    this.pool.on('acquire', (connection) => {
      if (heard.has(connection)) return;
      heard.add(connection);
      // A connection may fail a second time after the pool has parted with it; unheard, that ends the process.
      connection.on('error', () => undefined);
      // The default also locks the gaps between rows, so that units which touch nothing of each other
      // deadlock. Sent before whatever the borrower says; an error shows in his own statement.
      connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => undefined);
    });
  }

  read(statement: Statement, values: Values, ms: number): Promise<object[]> {
    return this.execute(statement, values, ms, (result) => result as object[]);
  }

  write(statement: Statement, values: Values, ms: number): Promise<Outcome> {
    return this.execute(statement, values, ms, outcomeOf);
  }

  run(runner: QueryRunner, statement: Statement, values: Values): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { text, bound } = prepare(statement, values);
      // Without a timer: the unit has one.
      (runner as ServerRunner).lent.execute(text, bound, (error, result) => {
        if (error) reject(error);
        else resolve(outcomeOf(result));
      });
    });
  }

  abandon(runner: QueryRunner): void {
    // Not awaited: the pool may be what does not answer.
    void runner.connect().then(destroy, () => undefined);
  }

  classify(error: unknown): Failure {
    const { errno, code, message, fatal } = driverError(error) as Partial<QueryError>;
    if (errno === 1062) {
      const key = /for key '(?:[^'.]*\.)?([^']+)'$/.exec(message ?? '')?.[1] ?? '';
      return { kind: 'duplicate', index: key };
    }
    if (errno === 1451 || errno === 1452) return { kind: 'reference' };
    // Deadlock, lock wait, and a cluster's certification failure: rolled back, to be run again.
    if (errno === 1213 || errno === 1205 || errno === 1020) return { kind: 'conflict' };
    if (LOST.has(code ?? '') || (fatal && code === undefined)) return { kind: 'lost' };
    return { kind: fatal || AWAY.has(code ?? '') ? 'away' : 'other' };
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** On a connection of the pool; the time it takes to get one counts. */
  private execute<Result>(
    statement: Statement,
    values: Values,
    ms: number,
    resultOf: (answer: unknown) => Result,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { text, bound } = prepare(statement, values);
      let isLate = false;
      let connection: PoolConnection | undefined;
      const giveUp = () => {
        isLate = true;
        // The statement still occupies it: it must not be lent again.
        if (connection) destroy(connection);
        reject(late());
      };
      const timer = setTimeout(giveUp, Math.min(ms, STATEMENT_MS));
      this.pool.getConnection((problem, lent) => {
        if (problem) {
          clearTimeout(timer);
          reject(problem);
          return;
        }
        // Whoever waited for it has been told that it came too late: it goes to the next.
        if (isLate) {
          lent.release();
          return;
        }
        connection = lent;
        lent.execute(text, bound, (error, answer) => {
          clearTimeout(timer);
          // After some errors nothing more can be said on it.
          if (!error || REFUSED.has(this.classify(error).kind)) lent.release();
          else destroy(lent);
          if (error) reject(error);
          else resolve(resultOf(answer));
        });
      });
    });
  }
}

/**
 * At once, and whoever still waits for an answer on it is told: `destroy` alone leaves it half open for a
 * server that may be silent.
 */
function destroy(connection: PoolConnection): void {
  connection.destroy();
  const { stream } = connection as unknown as { stream: Socket };
  stream.destroy(new Error('the connection was given up'));
}

function prepare(statement: Statement, values: Values) {
  const { text, names } = statement.onServer ?? statement;
  return { text, bound: bind({ text, names }, values) };
}

function outcomeOf(result: unknown): Outcome {
  if (Array.isArray(result)) return { rows: result as object[], matched: 0, insertId: 0 };
  // mysql2 asks for rows found, not rows changed: writing the same value again matches.
  const { affectedRows, insertId } = result as ResultSetHeader;
  return { rows: [], matched: affectedRows, insertId };
}

const late = () =>
  Object.assign(new Error(`no answer within ${STATEMENT_MS} ms`), { code: 'ETIMEDOUT' });
