import { createPool, type Pool, type PoolConnection, type QueryError } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import type { Engine, Failure, Outcome, PoolState } from '../engine.js';
import { OutcomeUnknown } from '../failures.js';
import { SHARE_LOCK, type Statement, type Values } from '../statement.js';
import { withDeadline } from '../with-deadline.js';
import { count } from '../../base/telemetry/observer.js';
import { isGaleraNode } from './galera.js';
import { checkTables } from './mysql-check-tables.js';
import { classifyMysqlError, hasCommitFailedForSure } from './mysql-errors.js';
import { connectionOptions, destroy, serverPlace, type ServerConfig } from './mysql-connection.js';
import { execute, NoResponse, outcomeOf, prepare } from './mysql-execute.js';
import { poolState } from './mysql-pool-state.js';
import { MysqlRunner } from './mysql-runner.js';
import { prepareSessions } from './mysql-session.js';
import { packetWarning } from './packet-limit.js';
import { requireOwnTables, SERVER_TABLES } from './require-forgenote.js';
import { dataSourceOptions, type Schema } from './schema.js';
import { checkServerVersion } from './supported-versions.js';
import { ServiceLogger } from '../../base/log/service-logger.js';

/** Reads a table: a node of a cluster without a majority answers `SELECT 1`. */
const PING: Statement = { text: 'SELECT 1 AS one FROM schema_compatibility', names: [] };

/** MySQL and MariaDB through mysql2: plain pools to one address. */
export class MysqlEngine implements Engine {
  readonly dataSource: DataSource;
  readonly place: string;
  readonly rowLock = ' FOR UPDATE';
  readonly shareLock = SHARE_LOCK;
  isCluster = false;
  readonly partitionLimit: number;
  readonly ownerLimit: number;
  /** Writes, reads and health checks have their own connections, so that none has to wait for the others. */
  private writes!: Pool;
  private reads!: Pool;
  private health!: Pool;
  private readonly options;

  constructor(
    private readonly server: ServerConfig,
    schema: Schema,
  ) {
    const { pool } = server;
    this.place = `${server.database} on ${serverPlace(server)}`;
    this.partitionLimit = Math.ceil(pool / 2);
    this.ownerLimit = Math.max(1, Math.floor(pool * 0.8));
    // A connection that comes back to a pool keeps its settings: see `mysql-session.ts` and `mysql-autocommit.ts`.
    const extra = { maxPreparedStatements: 200, enableKeepAlive: true, resetOnRelease: false };
    const { user, ...options } = connectionOptions(server);
    this.options = { user, ...options, ...extra, connectionLimit: pool };
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
    driver.createQueryRunner = (mode) => new MysqlRunner(driver, mode);
  }

  async open(): Promise<void> {
    await this.dataSource.initialize();
    this.writes = (this.dataSource.driver as MysqlDriver).pool as Pool;
    this.reads = createPool(this.options);
    this.health = createPool({ ...this.options, connectionLimit: 2 });
    for (const pool of [this.writes, this.reads, this.health]) prepareSessions(pool);
    const [row] = await this.dataSource.query<{ version: string }[]>('SELECT VERSION() AS version');
    const isOld = checkServerVersion(row?.version ?? '');
    const hasShortPackets = await packetWarning((sql) => this.dataSource.query(sql));
    for (const warning of [isOld, hasShortPackets])
      if (warning) new ServiceLogger('database').warn(warning);
    this.isCluster = await isGaleraNode((sql) => this.dataSource.query(sql));
    requireOwnTables(await this.dataSource.query(SERVER_TABLES), `The database ${this.place}`);
  }

  read(statement: Statement, values: Values, ms: number): Promise<object[]> {
    return execute(this.reads, statement, values, ms, (result) => result as object[]);
  }

  damage(): Promise<string[]> {
    const tables = this.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    return checkTables(this.server, tables);
  }

  async write(statement: Statement, values: Values, ms: number): Promise<Outcome> {
    try {
      return await execute(this.writes, statement, values, ms, outcomeOf);
    } catch (error) {
      throw error instanceof NoResponse ? unknown('statement', error.cause) : error;
    }
  }

  run(runner: QueryRunner, statement: Statement, values: Values): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { text, bound } = prepare(statement, values);
      const { lent } = runner as MysqlRunner;
      const end = (error: QueryError | null, result: unknown) => {
        if (error) reject(error);
        else resolve(outcomeOf(result));
      };
      // No timer: the unit has one. In a cluster, nothing is prepared in a transaction: docs/decisions/0037.
      if (this.isCluster) lent.query(text, bound, end);
      else lent.execute(text, bound, end);
    });
  }

  async commit(runner: QueryRunner, ms: number): Promise<void> {
    try {
      await withDeadline(ms, runner.commitTransaction());
    } catch (error) {
      throw hasCommitFailedForSure(error) ? error : unknown('commit', error);
    }
  }

  abandon(runner: QueryRunner): void {
    const { hasConnection, isTransactionActive, lent } = runner as MysqlRunner;
    if (hasConnection) {
      // At once: the unit gives the connection back to the pool after this. The server rolls back when it notices.
      destroy(lent);
    } else if (isTransactionActive) {
      // The unit still waits for a connection, which it will not use.
      void runner.connect().then((connection: PoolConnection) => {
        connection.release();
      }, ignore);
    }
  }

  async ping(ms: number): Promise<void> {
    await execute(this.health, PING, {}, ms, () => undefined);
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

function unknown(reason: 'commit' | 'statement', cause: unknown): OutcomeUnknown {
  count('unknown_outcome', reason);
  return new OutcomeUnknown(cause);
}

const ignore = (): void => undefined;
