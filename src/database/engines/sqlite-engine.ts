import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { driverError, type Engine, type Failure, type Outcome, type PoolState } from '../engine.js';
import { CountedMutex } from './counted-mutex.js';
import { dataSourceOptions, type Schema } from './schema.js';
import {
  ConnectionClosed,
  ReadConnection,
  SqliteConnection,
  writeObstacle,
} from './sqlite-connection.js';
import { classOfCode, resultCodeOf } from './sqlite-error-classes.js';
import { DatabaseFileLost, SqliteFile } from './sqlite-file.js';
import { isBusy, BUSY_RETRY_MS, ReadRunner, WriteRunner } from './sqlite-runners.js';
import { requireForgenote } from './require-forgenote.js';
import { checkSqliteVersion } from './supported-versions.js';
import { bind, statement, type Statement, type Values } from '../statement.js';
import { withDeadline } from '../with-deadline.js';
import { ServiceLogger } from '../../base/log/service-logger.js';

const PING = statement('SELECT 1 AS one');
const INTEGRITY = statement('PRAGMA integrity_check(10)');
const VERSION = 'SELECT sqlite_version() AS version';

/** The name of the violated index: SQLite reports only the columns. */
function violatedIndex(dataSource: DataSource, message: string): string {
  const columns = /UNIQUE constraint failed: (.*)$/m.exec(message)?.[1] ?? '';
  for (const { tableName, indices } of dataSource.entityMetadatas) {
    for (const index of indices.filter(({ isUnique }) => isUnique)) {
      const names = index.columns.map(({ databaseName }) => `${tableName}.${databaseName}`);
      if (names.join(', ') === columns) return index.name;
    }
  }
  return columns;
}

/** The embedded database: one file with a write-ahead log. Each commit is on disk before it is acknowledged. */
export class SqliteEngine implements Engine {
  readonly dataSource: DataSource;
  readonly rowLock = '';
  /** A unit of work keeps all other writers out from its start. */
  readonly shareLock = '';
  readonly isCluster = false;
  /** Writers take turns, and reads do not wait. */
  readonly partitionLimit = Infinity;
  readonly ownerLimit = Infinity;
  private reader?: ReadConnection;
  private readonly mutex = new CountedMutex();
  private readonly file: SqliteFile;

  constructor(
    readonly place: string,
    schema: Schema,
    durable: boolean,
  ) {
    this.file = new SqliteFile(place);
    this.dataSource = new DataSource({
      ...dataSourceOptions(schema),
      type: 'better-sqlite3',
      database: place,
      driver: SqliteConnection,
      prepareDatabase: (connection: SqliteConnection) => {
        // Before the first change of the file.
        requireForgenote(connection, place);
        connection.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
        useLog(connection, place);
        // SQLite's own wait for another process would block this one. The runner retries for `BUSY_RETRY_MS`.
        connection.pragma('busy_timeout = 0');
      },
    } satisfies DataSourceOptions);
    const driver = this.dataSource.driver as BetterSqlite3Driver;
    driver.createQueryRunner = (mode) =>
      mode === 'slave'
        ? new ReadRunner(driver, this.readConnection())
        : new WriteRunner(driver, this.mutex, this.file);
    // The entities use the type names of a server; SQLite has one integer type and one text type.
    driver.supportedDataTypes.push('mediumtext');
    const normalizeType = driver.normalizeType.bind(driver);
    driver.normalizeType = (column: ColumnMetadata) => {
      if (column.type === 'bigint') return 'integer';
      return column.type === 'mediumtext' ? 'text' : normalizeType(column);
    };
  }

  /** Retries: if two processes create the file at once, SQLite reports busy to one whatever its timeout. */
  async open(): Promise<void> {
    this.file.create();
    for (const end = performance.now() + BUSY_RETRY_MS; ;) {
      try {
        await this.dataSource.initialize();
        break;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
        await delay(50);
      }
    }
    const { version } = this.writeConnection().fixed(VERSION).get() as { version: string };
    checkSqliteVersion(version);
    this.file.open(this.writeConnection());
    this.reader = new ReadConnection(this.place);
  }

  read(statement: Statement, values: Values): Promise<object[]> {
    return new Promise((resolve) => {
      const bound = bind(statement, values);
      resolve(
        naming(
          statement,
          () =>
            this.readConnection()
              .fixed(statement.text)
              .all(...bound) as object[],
        ),
      );
    });
  }

  async write(statement: Statement, values: Values, ms: number): Promise<Outcome> {
    const runner = this.dataSource.driver.createQueryRunner('master') as WriteRunner;
    const transaction = async () => {
      await runner.startTransaction();
      const outcome = await this.run(runner, statement, values);
      await runner.commitTransaction();
      return outcome;
    };
    try {
      return await withDeadline(ms, transaction());
    } finally {
      runner.abandon();
      await runner.release();
    }
  }

  async run(runner: QueryRunner, statement: Statement, values: Values): Promise<Outcome> {
    const connection = (await runner.connect()) as SqliteConnection;
    const bound = bind(statement, values);
    return naming(statement, () => {
      const prepared = connection.fixed(statement.text);
      if (prepared.columns().length > 0) {
        return { rows: prepared.all(...bound) as object[], matched: 0, insertId: 0 };
      }
      const { changes, lastInsertRowid } = prepared.run(...bound);
      return { rows: [], matched: changes, insertId: lastInsertRowid };
    });
  }

  /** The database is in this process: the outcome is always known. */
  commit(runner: QueryRunner): Promise<void> {
    return runner.commitTransaction();
  }

  abandon(runner: QueryRunner): void {
    (runner as WriteRunner).abandon();
  }

  async damage(): Promise<string[]> {
    const rows = await this.read(INTEGRITY, {});
    return rows.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok');
  }

  ping(): Promise<void> {
    return new Promise((resolve) => {
      this.readConnection().fixed(PING.text).all();
      this.file.requireIntact();
      resolve();
    });
  }

  /** Reads have one connection, and never wait for it. */
  pools(): PoolState[] {
    const busy = this.mutex.isLocked() ? 1 : 0;
    const { waiting } = this.mutex;
    return [{ pool: 'writes', limit: 1, busy, idle: 1 - busy, waiting }];
  }

  classify(error: unknown): Failure {
    const cause = driverError(error);
    if (cause instanceof DatabaseFileLost)
      return { kind: 'unavailable', problem: 'The database file was deleted, replaced or emptied' };
    if (cause instanceof ConnectionClosed) return { kind: 'unavailable' };
    const code = resultCodeOf(error);
    if (code === 2067 || code === 1555)
      return { kind: 'duplicate', index: violatedIndex(this.dataSource, String(cause['message'])) };
    return { kind: code === 787 ? 'reference' : classOfCode(code) };
  }

  async close(): Promise<void> {
    this.reader?.close();
    delete this.reader;
    if (!this.dataSource.isInitialized) return;
    await this.mutex.runExclusive(() => {
      this.moveLogIntoFile();
    });
    await this.dataSource.destroy();
  }

  /**
   * Leaves one file that can be copied, and read on a read-only file system. Closing alone would leave the log until
   * the driver frees its statements.
   */
  private moveLogIntoFile(): void {
    try {
      this.file.requireIntact();
      this.writeConnection().pragma('journal_mode = DELETE');
    } catch {
      // Another process uses the log, or the file is not ours any more or read-only. The next start reads the log.
    }
  }

  private writeConnection(): SqliteConnection {
    return (this.dataSource.driver as BetterSqlite3Driver).databaseConnection as SqliteConnection;
  }

  private readConnection(): ReadConnection {
    if (!this.reader) throw new ConnectionClosed();
    return this.reader;
  }
}

/** Adds the statement to an error, as the driver of MySQL does: the log names it. */
function naming<Result>({ text }: Statement, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { sql: text }) : error;
  }
}

/** Switches to the write-ahead log. A database that can only be read keeps the mode it has. */
function useLog(connection: SqliteConnection, path: string): void {
  try {
    connection.pragma('journal_mode = WAL');
  } catch (error) {
    if (classOfCode(resultCodeOf(error)) !== 'read-only') throw error;
  }
  const obstacle = writeObstacle(path);
  if (obstacle === undefined) return;
  new ServiceLogger('database').warn(
    `The database ${path} can only be read (${obstacle}). Writes get 503. After a change of that, restart the service.`,
  );
}
