import type { Socket } from 'node:net';
import { DataSource, type QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { Pool, PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import { driverError, type Engine, type Failure, type Outcome } from './engine.js';
import { schema } from './schema.js';
import { bind, type Statement, type Values } from './statement.js';

export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  pool: number;
}

/** One statement may take this long, in milliseconds; the unit it belongs to has 10 s, the request 15. */
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

/** MySQL and MariaDB through mysql2: a plain pool to one address. */
export class ServerEngine implements Engine {
  readonly dataSource: DataSource;
  readonly rowLock = ' FOR UPDATE';

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
      extra: { maxPreparedStatements: 200, enableKeepAlive: true },
    });
  }

  async open(): Promise<void> {
    await this.dataSource.initialize();
    const pool = (this.dataSource.driver as MysqlDriver).pool as Pool;
    const heard = new WeakSet<PoolConnection>();
    pool.on('acquire', (connection) => {
      if (heard.has(connection)) return;
      heard.add(connection);
      // A connection may fail a second time after the pool has parted with it; unheard, that ends the process.
      connection.on('error', () => undefined);
      // The default also locks the gaps between rows, so that units which touch nothing of each other
      // deadlock. Sent before whatever the borrower says; an error shows in his own statement.
      connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => undefined);
    });
  }

  async read(statement: Statement, values: Values): Promise<object[]> {
    return (await this.execute(statement, values)) as object[];
  }

  async write(statement: Statement, values: Values): Promise<Outcome> {
    return outcomeOf(await this.execute(statement, values));
  }

  async run(runner: QueryRunner, statement: Statement, values: Values): Promise<Outcome> {
    return outcomeOf(await execute((await runner.connect()) as PoolConnection, statement, values));
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

  private async execute(statement: Statement, values: Values): Promise<unknown> {
    const connection = await this.lend();
    try {
      const result = await execute(connection, statement, values);
      connection.release();
      return result;
    } catch (error) {
      // A statement past its deadline still occupies its connection: it must not be lent again.
      destroy(connection);
      throw error;
    }
  }

  /** Whoever waits for one longer than a statement may take has been told so: it goes to the next. */
  private lend(): Promise<PoolConnection> {
    const pool = (this.dataSource.driver as MysqlDriver).pool as Pool;
    const end = Date.now() + STATEMENT_MS;
    return new Promise((resolve, reject) => {
      pool.getConnection((error, lent) => {
        if (!error && Date.now() <= end) {
          resolve(lent);
          return;
        }
        if (!error) lent.release();
        reject(error ?? late());
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

async function execute(
  connection: PoolConnection,
  statement: Statement,
  values: Values,
): Promise<unknown> {
  const { text, names } = statement.onServer ?? statement;
  const bound = bind({ text, names }, values);
  return new Promise((resolve, reject) => {
    // The driver's own timer would outlive a connection that was given up.
    const timer = setTimeout(() => {
      reject(late());
    }, STATEMENT_MS);
    connection.execute(text, bound, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    });
  });
}

function outcomeOf(result: unknown): Outcome {
  if (Array.isArray(result)) return { rows: result as object[], matched: 0, insertId: 0 };
  // mysql2 asks for rows found, not rows changed: writing the same value again matches.
  const { affectedRows, insertId } = result as ResultSetHeader;
  return { rows: [], matched: affectedRows, insertId };
}

const late = () =>
  Object.assign(new Error(`no answer within ${STATEMENT_MS} ms`), { code: 'ETIMEDOUT' });
