import type { Socket } from 'node:net';
import { DataSource, type QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { Pool, PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import { driverError, type Engine, type Failure, type Outcome } from '../database/engine.js';
import { dataSourceOptions, type Schema } from './schema.js';
import { MysqlRunner } from './mysql-runner.js';
import { bind, type Statement, type Values } from '../database/statement.js';

export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  pool: number;
}

/** Deadline of a single statement, in milliseconds. A unit has 10 s, a request 14 s. */
const STATEMENT_MS = 8_000;

/** The connection broke. A later use of it fails with a fatal error without code. */
const LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ER_CONNECTION_KILLED',
  'ER_SERVER_SHUTDOWN',
  'PROTOCOL_CONNECTION_LOST',
]);

/** The server cannot be reached, does not respond or cannot write. Other fatal errors count as this too. */
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

/** The server refused the statement; the connection is still good. */
const REFUSED = new Set<Failure['kind']>(['duplicate', 'reference', 'conflict']);

/** MySQL and MariaDB through mysql2: a plain pool to one address. */
export class MysqlEngine implements Engine {
  readonly dataSource: DataSource;
  readonly rowLock = ' FOR UPDATE';
  private pool!: Pool;

  constructor(address: ServerAddress, schema: Schema) {
    this.dataSource = new DataSource({
      ...dataSourceOptions(schema),
      type: 'mysql',
      host: address.host,
      port: address.port,
      username: address.user,
      password: address.password,
      database: address.database,
      charset: 'utf8mb4',
      timezone: 'Z',
      // Every number here stays below 2^53, and parsing without this check is faster.
      supportBigNumbers: false,
      bigNumberStrings: false,
      poolSize: address.pool,
      connectTimeout: 5_000,
      // A stack trace for each TypeORM statement would cost 15 µs and point into TypeORM.
      trace: false,
      extra: { maxPreparedStatements: 200, enableKeepAlive: true },
    });
    const driver = this.dataSource.driver as MysqlDriver;
    driver.createQueryRunner = (mode) => new MysqlRunner(driver, mode);
  }

  async open(): Promise<void> {
    await this.dataSource.initialize();
    this.pool = (this.dataSource.driver as MysqlDriver).pool as Pool;
    const prepared = new WeakSet<PoolConnection>();
    this.pool.on('acquire', (connection) => {
      if (prepared.has(connection)) return;
      prepared.add(connection);
      // A connection can fail again after it left the pool; without a listener that ends the process.
      connection.on('error', () => undefined);
      // The default (REPEATABLE READ) also locks gaps between rows, so unrelated units deadlock. Sent before the
      // borrower's first statement; a failure shows up in that statement.
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
      // No timer: the unit has one.
      (runner as MysqlRunner).lent.execute(text, bound, (error, result) => {
        if (error) reject(error);
        else resolve(outcomeOf(result));
      });
    });
  }

  abandon(runner: QueryRunner): void {
    // Not awaited: the pool itself may be what does not respond.
    void runner.connect().then(destroy, () => undefined);
  }

  classify(error: unknown): Failure {
    const { errno, code, message, fatal } = driverError(error) as Partial<QueryError>;
    if (errno === 1062) {
      const key = /for key '(?:[^'.]*\.)?([^']+)'$/.exec(message ?? '')?.[1] ?? '';
      return { kind: 'duplicate', index: key };
    }
    if (errno === 1451 || errno === 1452) return { kind: 'reference' };
    // Deadlock, lock wait timeout, certification failure of a cluster: rolled back, so retry.
    if (errno === 1213 || errno === 1205 || errno === 1020) return { kind: 'conflict' };
    if (LOST.has(code ?? '') || (fatal && code === undefined)) return { kind: 'lost' };
    return { kind: fatal || AWAY.has(code ?? '') ? 'away' : 'other' };
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Runs on a pooled connection. The time to get one counts against the deadline. */
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
        // The statement still runs on it: it must not go back to the pool.
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
        // The caller has already been told that the deadline passed.
        if (isLate) {
          lent.release();
          return;
        }
        connection = lent;
        lent.execute(text, bound, (error, answer) => {
          clearTimeout(timer);
          // After other errors the state of the connection is unknown.
          if (!error || REFUSED.has(this.classify(error).kind)) lent.release();
          else destroy(lent);
          if (error) reject(error);
          else resolve(resultOf(answer));
        });
      });
    });
  }
}

/** Closes the socket too: `destroy` alone waits for a server that may be silent, and pending callers with it. */
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
  // mysql2 counts rows found, not rows changed: writing the same value again matches.
  const { affectedRows, insertId } = result as ResultSetHeader;
  return { rows: [], matched: affectedRows, insertId };
}

const late = () =>
  Object.assign(new Error(`no answer within ${STATEMENT_MS} ms`), { code: 'ETIMEDOUT' });
