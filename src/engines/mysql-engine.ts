import { createPool, type Pool, type PoolConnection } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { Engine, Failure, Outcome, PoolState, Witness } from '../database/engine.js';
import { WriteInterrupted } from '../database/failures.js';
import { SHARE_LOCK, type Statement, type Values } from '../database/statement.js';
import type { TimeLimits } from '../database/time-limits.js';
import { withDeadline } from '../database/with-deadline.js';
import { count } from '../telemetry/observer.js';
import { checkTables } from './mysql-check-tables.js';
import { classifyMysqlError, isRolledBackAtCommit } from './mysql-errors.js';
import { connectionOptions, destroy, serverPlace, type ServerConfig } from './mysql-connection.js';
import { execute, lost, NoResponse, outcomeOf, prepare } from './mysql-execute.js';
import { poolState } from './mysql-pool-state.js';
import { MysqlRunner } from './mysql-runner.js';
import { prepareSessions } from './mysql-session.js';
import { requireOwnTables, SERVER_TABLES } from './require-forgenote.js';
import { Settlement, writeWitness, type LostConnection } from './mysql-settlement.js';
import { dataSourceOptions, type Schema } from './schema.js';
import { checkServerVersion } from './supported-versions.js';
import { cleanWitnesses } from './witness-cleanup.js';
import { LoggableError } from '../log/loggable-error.js';
import { ServiceLogger } from '../log/service-logger.js';

/** For ending the connection of a write without response, in milliseconds. */
const SETTLING_MS = 2_500;

const PING: Statement = { text: 'SELECT 1 AS one', names: [] };

/** MySQL and MariaDB through mysql2: plain pools to one address. */
export class MysqlEngine implements Engine {
  readonly dataSource: DataSource;
  readonly place: string;
  readonly rowLock = ' FOR UPDATE';
  readonly shareLock = SHARE_LOCK;
  readonly partitionLimit: number;
  readonly ownerLimit: number;
  /** Writes, reads and health checks have their own connections, so that none has to wait for the others. */
  private writes!: Pool;
  private reads!: Pool;
  private health!: Pool;
  private readonly settlement: Settlement;
  private readonly options;
  private stopCleaning = ignore;

  constructor(
    private readonly server: ServerConfig,
    schema: Schema,
    readonly limits: TimeLimits,
  ) {
    const { pool } = server;
    this.place = `${server.database} on ${serverPlace(server)}`;
    this.partitionLimit = Math.ceil(pool / 2);
    this.ownerLimit = Math.max(1, Math.floor(pool * 0.8));
    // A connection that comes back to a pool keeps its settings: see `mysql-session.ts` and `mysql-autocommit.ts`.
    const extra = { maxPreparedStatements: 200, enableKeepAlive: true, resetOnRelease: false };
    const { user, ...options } = connectionOptions(server);
    this.options = { user, ...options, ...extra, connectionLimit: pool };
    this.settlement = new Settlement({ user, ...options });
    this.dataSource = new DataSource({
      ...dataSourceOptions(schema),
      type: 'mysql',
      // TypeORM would load a second copy beside the one of the bundle, from packages that the tarball does not have.
      driver: { createPool },
      username: user,
      ...options,
      poolSize: pool,
      extra,
    });
    const driver = this.dataSource.driver as MysqlDriver;
    driver.createQueryRunner = (mode) => new MysqlRunner(driver, mode, limits);
  }

  async open({ cleansUp = false } = {}): Promise<void> {
    await this.dataSource.initialize();
    this.writes = (this.dataSource.driver as MysqlDriver).pool as Pool;
    this.reads = createPool(this.options);
    this.health = createPool({ ...this.options, connectionLimit: 2 });
    for (const pool of [this.writes, this.reads, this.health]) prepareSessions(pool);
    const [row] = await this.dataSource.query<{ version: string }[]>('SELECT VERSION() AS version');
    const warning = checkServerVersion(row?.version ?? '');
    if (warning) new ServiceLogger('database').warn(warning);
    requireOwnTables(await this.dataSource.query(SERVER_TABLES), `The database ${this.place}`);
    if (cleansUp) this.stopCleaning = cleanWitnesses(this);
  }

  read(statement: Statement, values: Values, ms: number): Promise<object[]> {
    return execute(this.reads, statement, values, this.limits, ms, (result) => result as object[]);
  }

  damage(): Promise<string[]> {
    const tables = this.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    return checkTables(this.server, tables);
  }

  async write(
    statement: Statement,
    values: Values,
    ms: number,
    witness?: Witness,
  ): Promise<Outcome> {
    const end = performance.now() + ms + SETTLING_MS;
    try {
      return await execute(this.writes, statement, values, this.limits, ms, outcomeOf);
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      const left = end - performance.now();
      if (await this.settle(error.lost, witness ?? null, left))
        return { rows: [], matched: 1, insertId: 0 };
      throw new WriteInterrupted(error.cause, !witness);
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
    const { commit } = this.limits;
    const witness = given ?? (await withDeadline(Math.min(commit, ms), writeWitness(lent)));
    try {
      await withDeadline(Math.min(commit, end - performance.now()), runner.commitTransaction());
    } catch (error) {
      if (isRolledBackAtCommit(error)) throw error;
      destroy(lent);
      if (!(await this.settle(lost(lent), witness, end - performance.now()))) throw runAgain(error);
    }
  }

  /** Whether the write that has no response took effect. @throws OutcomeUnknown */
  private async settle(
    connection: LostConnection,
    witness: Witness | null,
    ms: number,
  ): Promise<boolean> {
    try {
      const isCommitted = await this.settlement.isCommitted(connection, witness, ms);
      if (witness) count('settlement', isCommitted ? 'committed' : 'not_committed');
      return isCommitted;
    } catch (unknown) {
      count('settlement', 'unknown');
      throw unknown;
    }
  }

  abandon(runner: QueryRunner): void {
    const { hasConnection, isTransactionActive, lent } = runner as MysqlRunner;
    if (hasConnection) {
      // At once: the unit gives the connection back to the pool after this.
      destroy(lent);
      // Until the server notices that the connection is closed, a statement that waits there keeps its locks.
      this.settlement.isCommitted(lost(lent), null, SETTLING_MS).catch(ignore);
    } else if (isTransactionActive) {
      // The unit still waits for a connection, which it will not use.
      void runner.connect().then((connection: PoolConnection) => {
        connection.release();
      }, ignore);
    }
  }

  async ping(ms: number): Promise<void> {
    await execute(this.health, PING, {}, this.limits, ms, () => undefined);
  }

  pools(): PoolState[] {
    return [
      poolState('reads', this.reads),
      poolState('writes', this.writes),
      poolState('health', this.health),
    ];
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

const endPool = (pool: Pool) =>
  new Promise<void>((resolve) => {
    pool.end(() => {
      resolve();
    });
  });

/** The error for a COMMIT without effect: one that makes the unit run again, unless its cause lasts, such as `full`. */
function runAgain(error: unknown): unknown {
  const { kind } = classifyMysqlError(error);
  if (['repeat', 'read-only', 'full', 'corrupt'].includes(kind)) return error;
  return Object.assign(new LoggableError('COMMIT took no effect', { cause: error }), {
    code: 'PROTOCOL_CONNECTION_LOST',
  });
}

const ignore = (): void => undefined;
