import { setTimeout as delay } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { driverError, type Engine, type Failure, type Outcome } from '../database/engine.js';
import { dataSourceOptions, type Schema } from './schema.js';
import { SqliteConnection } from './sqlite-connection.js';
import { isBusy, BUSY_RETRY_MS, ReadRunner, SQLITE_BUSY, WriteRunner } from './sqlite-runners.js';
import { bind, type Statement, type Values } from '../database/statement.js';
import { withDeadline } from '../database/with-deadline.js';

/**
 * How long SQLite itself waits for a writer in another process, in milliseconds. The wait blocks this process, so
 * it is short. The runner retries for `BUSY_RETRY_MS`.
 */
const BUSY_MS = 20;

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
  private reader?: SqliteConnection;
  private readonly mutex = new Mutex();

  constructor(
    private readonly path: string,
    schema: Schema,
    durable = true,
  ) {
    this.dataSource = new DataSource({
      ...dataSourceOptions(schema),
      type: 'better-sqlite3',
      database: path,
      driver: SqliteConnection,
      prepareDatabase: (connection: SqliteConnection) => {
        connection.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
        connection.pragma('journal_mode = WAL');
        connection.pragma(`busy_timeout = ${BUSY_MS}`);
      },
    } satisfies DataSourceOptions);
    const driver = this.dataSource.driver as BetterSqlite3Driver;
    driver.createQueryRunner = (mode) =>
      mode === 'slave'
        ? new ReadRunner(driver, this.readConnection())
        : new WriteRunner(driver, this.mutex);
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
    for (const end = Date.now() + BUSY_RETRY_MS; ;) {
      try {
        await this.dataSource.initialize();
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > end) throw error;
        await delay(50);
      }
    }
  }

  read(statement: Statement, values: Values): Promise<object[]> {
    return new Promise((resolve) => {
      const prepared = this.readConnection().fixed(statement.text);
      resolve(prepared.all(...bind(statement, values)) as object[]);
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
    const prepared = connection.fixed(statement.text);
    const bound = bind(statement, values);
    if (prepared.columns().length > 0) {
      return { rows: prepared.all(...bound) as object[], matched: 0, insertId: 0 };
    }
    const { changes, lastInsertRowid } = prepared.run(...bound);
    return { rows: [], matched: changes, insertId: lastInsertRowid as number };
  }

  abandon(runner: QueryRunner): void {
    (runner as WriteRunner).abandon();
  }

  classify(error: unknown): Failure {
    const { errcode, message } = driverError(error) as { errcode?: number; message?: string };
    const primary = (errcode ?? 0) & 0xff;
    if (errcode === 2067 || errcode === 1555) {
      return { kind: 'duplicate', index: violatedIndex(this.dataSource, message ?? '') };
    }
    if (errcode === 787) return { kind: 'reference' };
    if (primary === SQLITE_BUSY || primary === 6) return { kind: 'conflict' };
    // I/O error, disk full, cannot open: the operator has to act, the client may retry later.
    if (primary === 10 || primary === 13 || primary === 14) return { kind: 'away' };
    return { kind: 'other' };
  }

  async close(): Promise<void> {
    this.reader?.close();
    delete this.reader;
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Opened at the first read: by then the writer has created the file and switched it to WAL. */
  private readConnection(): SqliteConnection {
    return (this.reader ??= new SqliteConnection(this.path, { readonly: true }));
  }
}
