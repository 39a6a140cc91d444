import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { createPool, type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { Engine, Failure, Outcome, Witness } from '../database/engine.js';
import { WriteInterrupted } from '../database/failures.js';
import { bind, SHARE_LOCK, type Statement, type Values } from '../database/statement.js';
import { withDeadline } from '../database/with-deadline.js';
import { classifyMysqlError, hasFailedForSure, isRolledBackAtCommit } from './mysql-errors.js';
import { connectionOptions, serverPlace, type ServerConfig } from './mysql-connection.js';
import { MysqlRunner } from './mysql-runner.js';
import { limitStatements, prepareSessions, serverStart } from './mysql-session.js';
import { Settlement, writeWitness, type LostConnection } from './mysql-settlement.js';
import { dataSourceOptions, type Schema } from './schema.js';
import { checkServerVersion } from './supported-versions.js';
import { cleanWitnesses } from './witness-cleanup.js';

/** Deadline of a single statement, in milliseconds. A unit has 10 s, a request 14 s. */
const STATEMENT_MS = 8_000;
/** After this, the response to COMMIT counts as lost, in milliseconds. */
const COMMIT_MS = 2_000;
/** For ending the connection of a write without response, in milliseconds. */
const SETTLING_MS = 2_500;

/** The server refused the statement; the connection is still good. */
const REFUSED = new Set<Failure['kind']>(['duplicate', 'reference', 'repeat', 'read-only', 'full']);

const PING: Statement = { text: 'SELECT 1 AS one', names: [] };

/** MySQL and MariaDB through mysql2: plain pools to one address. */
export class MysqlEngine implements Engine {
  readonly dataSource: DataSource;
  readonly place: string;
  readonly rowLock = ' FOR UPDATE';
  readonly shareLock = SHARE_LOCK;
  readonly partitionLimit: number;
  /** Writes, reads and health checks have their own connections, so that none has to wait for the others. */
  private writes!: Pool;
  private reads!: Pool;
  private health!: Pool;
  private readonly settlement: Settlement;
  private readonly options;
  private stopCleaning = ignore;

  constructor(server: ServerConfig, schema: Schema) {
    const { pool } = server;
    this.place = `${server.database} on ${serverPlace(server)}`;
    this.partitionLimit = Math.ceil(pool / 2);
    const extra = { maxPreparedStatements: 200, enableKeepAlive: true };
    const { user, ...options } = connectionOptions(server);
    this.options = { user, ...options, ...extra, connectionLimit: pool };
    this.settlement = new Settlement({ user, ...options });
    this.dataSource = new DataSource({
      ...dataSourceOptions(schema),
      type: 'mysql',
      username: user,
      ...options,
      poolSize: pool,
      extra,
    });
    const driver = this.dataSource.driver as MysqlDriver;
    driver.createQueryRunner = (mode) => new MysqlRunner(driver, mode);
  }

  async open(): Promise<void> {
    await this.dataSource.initialize();
    this.writes = (this.dataSource.driver as MysqlDriver).pool as Pool;
    this.reads = createPool(this.options);
    this.health = createPool({ ...this.options, connectionLimit: 2 });
    for (const pool of [this.writes, this.reads, this.health]) prepareSessions(pool);
    const [row] = await this.dataSource.query<{ version: string }[]>('SELECT VERSION() AS version');
    const warning = checkServerVersion(row?.version ?? '');
    if (warning) new Logger('database').warn(warning);
    this.stopCleaning = cleanWitnesses(this);
  }

  read(statement: Statement, values: Values, ms: number): Promise<object[]> {
    return execute(this.reads, statement, values, ms, (result) => result as object[]);
  }

  async write(statement: Statement, values: Values, ms: number): Promise<Outcome> {
    const end = performance.now() + ms + SETTLING_MS;
    try {
      return await execute(this.writes, statement, values, ms, outcomeOf);
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      await this.settlement.isCommitted(error.lost, null, end - performance.now());
      throw new WriteInterrupted(error.cause);
    }
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

  async commit(runner: QueryRunner, ms: number, given?: Witness): Promise<void> {
    const end = performance.now() + ms;
    const { lent } = runner as MysqlRunner;
    const witness = given ?? (await withDeadline(Math.min(COMMIT_MS, ms), writeWitness(lent)));
    try {
      await withDeadline(Math.min(COMMIT_MS, end - performance.now()), runner.commitTransaction());
    } catch (error) {
      if (isRolledBackAtCommit(error)) throw error;
      destroy(lent);
      const left = end - performance.now();
      if (await this.settlement.isCommitted(lost(lent), witness, left)) return;
      throw runAgain(error);
    }
  }

  abandon(runner: QueryRunner): void {
    // It still waits for a connection, which it will not use.
    if (!(runner as MysqlRunner).hasConnection) {
      void runner.connect().then((connection: PoolConnection) => {
        connection.release();
      }, ignore);
      return;
    }
    // Not awaited: the pool itself may be what does not respond.
    void runner
      .connect()
      .then((connection: PoolConnection) => {
        destroy(connection);
        // Until the server notices that the connection is closed, a statement that waits there keeps its locks.
        return this.settlement.isCommitted(lost(connection), null, SETTLING_MS);
      }, ignore)
      .catch(ignore);
  }

  async ping(ms: number): Promise<void> {
    await execute(this.health, PING, {}, ms, () => undefined);
  }

  classify(error: unknown): Failure {
    return classifyMysqlError(error instanceof NoResponse ? error.cause : error);
  }

  async close(): Promise<void> {
    this.stopCleaning();
    if (!this.dataSource.isInitialized) return;
    await Promise.all([this.dataSource.destroy(), endPool(this.reads), endPool(this.health)]);
  }
}

/** A statement was sent, and there is no response that says what became of it. */
class NoResponse extends Error {
  constructor(
    cause: unknown,
    readonly lost: LostConnection,
  ) {
    super('The statement has no response', { cause });
  }
}

/** Runs a statement on a pooled connection. The time to get one counts against the deadline. */
function execute<Result>(
  pool: Pool,
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
      reject(connection ? new NoResponse(late(), lost(connection)) : late());
    };
    const timer = setTimeout(giveUp, Math.min(ms, STATEMENT_MS));
    pool.getConnection((problem, lent) => {
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
      limitStatements(lent);
      lent.execute(text, bound, (error, answer) => {
        clearTimeout(timer);
        if (!error) {
          lent.release();
          resolve(resultOf(answer));
          return;
        }
        // After other errors the state of the connection is unknown.
        if (REFUSED.has(classifyMysqlError(error).kind)) lent.release();
        else destroy(lent);
        reject(hasFailedForSure(error) ? error : new NoResponse(error, lost(lent)));
      });
    });
  });
}

const lost = (connection: PoolConnection): LostConnection => ({
  threadId: connection.threadId,
  serverStart: serverStart(connection),
});

const endPool = (pool: Pool) =>
  new Promise<void>((resolve) => {
    pool.end(() => {
      resolve();
    });
  });

/** Closes the socket too: `destroy` alone waits for a server that may be silent, and pending callers with it. */
function destroy(connection: PoolConnection): void {
  connection.destroy();
  const { stream } = connection as unknown as { stream: Socket };
  stream.destroy(new Error('the connection was given up'));
}

/** The transaction was not committed. After errors that would end the request, it runs again all the same. */
function runAgain(error: unknown): unknown {
  const { kind } = classifyMysqlError(error);
  if (['repeat', 'read-only', 'full', 'corrupt'].includes(kind)) return error;
  return Object.assign(new Error('COMMIT took no effect', { cause: error }), {
    code: 'PROTOCOL_CONNECTION_LOST',
  });
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

const ignore = (): void => undefined;
