import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { DataSource, type DataSourceOptions, type ObjectLiteral, type QueryRunner } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { QueryResult } from 'typeorm/query-runner/QueryResult.js';
import { driverError, type Engine, type Failure, type Outcome } from './engine.js';
import { schema } from './schema.js';
import { bind, type Statement, type Values } from './statement.js';

/**
 * How long SQLite itself waits for another process's writer, in milliseconds. It blocks this whole process,
 * so it is short: whoever wants to write asks again, for `PATIENCE_MS`.
 */
const BUSY_MS = 20;
/** At the start nothing else is kept waiting. */
const OPENING_MS = 5_000;
const PATIENCE_MS = 10_000;
const SQLITE_BUSY = 5;

type Prepared = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

/** `node:sqlite`'s API in the shape TypeORM's better-sqlite3 driver calls. */
class SqliteConnection {
  private readonly database: InstanceType<typeof DatabaseSync>;
  private readonly prepared = new Map<string, Prepared>();

  constructor(path: string, options: { readonly?: boolean } = {}) {
    this.database = new DatabaseSync(path, {
      readOnly: options.readonly ?? false,
      timeout: OPENING_MS,
    });
  }

  prepare(sql: string) {
    const statement = this.statement(sql);
    return {
      reader: statement.columns().length > 0,
      all: (...values: never[]) => statement.all(...values) as unknown[],
      run: (...values: never[]) => statement.run(...values),
    };
  }

  /** Statements of fixed text are prepared once for the life of the connection. */
  fixed(sql: string): Prepared {
    let statement = this.prepared.get(sql);
    if (!statement) this.prepared.set(sql, (statement = this.statement(sql)));
    return statement;
  }

  /** Ends the open transaction, if there is one, without keeping anything of it. */
  rollBack() {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

  pragma(text: string) {
    return this.database.prepare(`PRAGMA ${text}`).all() as unknown[];
  }

  close() {
    this.prepared.clear();
    this.database.close();
  }

  private statement(sql: string) {
    return this.database.prepare(sql);
  }
}

/** Lets one writer in at a time, in the order they came. */
class Turnstile {
  private last: Promise<void> = Promise.resolve();

  async enter(): Promise<() => void> {
    const before = this.last;
    let leave!: () => void;
    this.last = new Promise((resolve) => (leave = resolve));
    await before;
    return leave;
  }
}

/**
 * TypeORM hands one runner to everybody, so that the statements of one request join the open
 * transaction of another. Here each writer has a runner of its own, which waits for its turn at its
 * first statement and gives it up when it is released.
 */
class WriteRunner extends BetterSqlite3QueryRunner {
  private turn?: Promise<() => void>;
  private hasTurn = false;
  private ended = false;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly turnstile: Turnstile,
  ) {
    super(driver);
  }

  override async query(
    sql: string,
    parameters?: unknown[],
    structured?: boolean,
  ): Promise<QueryResult> {
    await this.takeTurn();
    // IMMEDIATE takes the write lock at once: a transaction that starts by reading could not upgrade.
    const text = sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql;
    for (const end = Date.now() + PATIENCE_MS; ;) {
      try {
        return (await super.query(text, parameters as ObjectLiteral[], structured)) as QueryResult;
      } catch (error) {
        // Another process writes. Nothing of the statement was done; this one keeps its turn meanwhile.
        if (!isBusy(error) || Date.now() > end) throw error;
      }
      await delay(1 + Math.random() * 20);
      this.check();
    }
  }

  override connect() {
    if (this.ended) return Promise.reject(new Error(ENDED));
    return super.connect() as Promise<SqliteConnection>;
  }

  /** Statements here are synchronous, so none is left running: the connection itself is sound. */
  abandon(): void {
    this.ended = true;
    if (this.hasTurn) (this.driver.databaseConnection as SqliteConnection).rollBack();
  }

  override async release(): Promise<void> {
    await super.release();
    this.ended = true;
    // A unit whose time was up before its turn had come passes it on when it comes.
    void this.turn?.then((leave) => {
      leave();
    });
  }

  private async takeTurn(): Promise<void> {
    this.check();
    if (this.hasTurn) return;
    this.turn ??= this.turnstile.enter();
    await this.turn;
    this.check();
    this.hasTurn = true;
  }

  private check(): void {
    if (this.ended) throw new Error(ENDED);
  }
}

const ENDED = 'The unit of work has ended';

function isBusy(error: unknown): boolean {
  return ((driverError(error)['errcode'] as number) & 0xff) === SQLITE_BUSY;
}

/** Reads see the last committed state through a connection of their own (a WAL snapshot). */
class ReadRunner extends BetterSqlite3QueryRunner {
  constructor(
    driver: BetterSqlite3Driver,
    private readonly reader: SqliteConnection,
  ) {
    super(driver);
  }

  override connect() {
    return Promise.resolve(this.reader);
  }
}

/** SQLite knows the columns of a violated constraint, not its name. */
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

/** The embedded database: one file, write-ahead log, every commit on the disk before it is acknowledged. */
export class EmbeddedEngine implements Engine {
  readonly dataSource: DataSource;
  readonly rowLock = '';
  private reader?: SqliteConnection;
  private readonly turnstile = new Turnstile();

  constructor(private readonly path: string) {
    this.dataSource = new DataSource({
      ...schema,
      type: 'better-sqlite3',
      database: path,
      driver: SqliteConnection,
      prepareDatabase: (connection: SqliteConnection) => {
        connection.pragma('journal_mode = WAL');
        connection.pragma('synchronous = FULL');
        connection.pragma(`busy_timeout = ${BUSY_MS}`);
      },
    } satisfies DataSourceOptions);
    const driver = this.dataSource.driver as BetterSqlite3Driver;
    driver.createQueryRunner = (mode) =>
      mode === 'slave'
        ? new ReadRunner(driver, this.readConnection())
        : new WriteRunner(driver, this.turnstile);
    // SQLite has one integer and one text type; the entities use the names a server knows.
    driver.supportedDataTypes.push('mediumtext');
    const normalizeType = driver.normalizeType.bind(driver);
    driver.normalizeType = (column: ColumnMetadata) => {
      if (column.type === 'bigint') return 'integer';
      return column.type === 'mediumtext' ? 'text' : normalizeType(column);
    };
  }

  /** Of processes that make the file together one may be told that it is busy, whatever it would wait. */
  async open(): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; ;) {
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
    const rows = this.readConnection()
      .fixed(statement.text)
      .all(...bind(statement, values));
    return Promise.resolve(rows as object[]);
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
    // Disk full, I/O error, cannot open: the operator has to act, the client may try again later.
    if (primary === 10 || primary === 13 || primary === 14) return { kind: 'away' };
    return { kind: 'other' };
  }

  async close(): Promise<void> {
    this.reader?.close();
    delete this.reader;
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Opened at the first read: by then the writer has made the file and switched it to WAL. */
  private readConnection(): SqliteConnection {
    return (this.reader ??= new SqliteConnection(this.path, { readonly: true }));
  }
}
