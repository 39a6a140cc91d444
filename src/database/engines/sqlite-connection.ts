import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type Prepared, type SqliteDatabase } from './sqlite-library.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** How long opening waits for another process, in milliseconds. */
const OPENING_MS = 5_000;

/** The connection was closed before this statement. */
export class ConnectionClosed extends LoggableError {
  constructor() {
    super('The connection to the database is closed');
  }
}

/** The API of `node:sqlite` in the shape that TypeORM's better-sqlite3 driver expects. */
export class SqliteConnection {
  private readonly database: SqliteDatabase;
  private readonly prepared = new Map<string, Prepared>();

  /** @param path a path, a `file:` URL or `:memory:` */
  constructor(path: string) {
    this.database = new DatabaseSync(isFrozen(path) ? immutable(path) : path, {
      timeout: OPENING_MS,
    });
  }

  prepare(sql: string) {
    const statement = this.statement(sql);
    return {
      reader: statement.columns().length > 0,
      all: (...values: never[]) => statement.all(...values),
      run: (...values: never[]) => statement.run(...values),
    };
  }

  /** Prepares a statement of fixed text once per connection. */
  fixed(sql: string): Prepared {
    let statement = this.prepared.get(sql);
    if (!statement) this.prepared.set(sql, (statement = this.statement(sql)));
    return statement;
  }

  get isInTransaction(): boolean {
    return this.database.isOpen && this.database.isTransaction;
  }

  /** Rolls back the open transaction, if there is one. */
  rollBack() {
    if (this.isInTransaction) this.database.exec('ROLLBACK');
  }

  /**
   * After a COMMIT that failed because the log could not be flushed. SQLite has written the changes to the log by then,
   * so a process that opens the file after a crash would find them. A commit without changes takes their place there.
   */
  overwriteFailedCommit() {
    try {
      this.rollBack();
      const [row] = this.pragma('user_version');
      // Writes the first page, also with the same value.
      this.pragma(`user_version = ${String(row?.['user_version'])}`);
    } catch {
      // It fails too if the disk is still broken, but by then it has been written to the log.
    }
  }

  pragma(text: string) {
    return this.statement(`PRAGMA ${text}`).all() as Record<string, unknown>[];
  }

  close() {
    this.prepared.clear();
    this.database.close();
  }

  private statement(sql: string) {
    if (!this.database.isOpen) throw new ConnectionClosed();
    return this.database.prepare(sql);
  }
}

/**
 * Reads the file as an attached database. The driver frees statements only when they are garbage-collected, and until
 * then a closed connection keeps its lock on the file. DETACH releases it at once.
 */
export class ReadConnection extends SqliteConnection {
  constructor(path: string) {
    super(':memory:');
    const url = isFrozen(path) ? immutable(path) : `${urlOf(path)}?mode=ro`;
    this.fixed('ATTACH ? AS file').run(url);
  }

  override close() {
    this.fixed('DETACH file').run();
    super.close();
  }
}

/** Reads a file and creates nothing, not even the log and its index. A database in memory can be written. */
export class ReadOnlyConnection extends SqliteConnection {
  constructor(path: string) {
    super(path === ':memory:' ? path : readOnly(path));
  }
}

/** Why this process cannot write to the file, as a code of the operating system. */
export function writeObstacle(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/**
 * True for a file on a read-only file system without a write-ahead log. SQLite would have to create the log to read
 * such a file, unless it is told that nothing changes it.
 */
const isFrozen = (path: string) => writeObstacle(path) === 'EROFS' && !existsSync(`${path}-wal`);
const urlOf = (path: string) => pathToFileURL(resolve(path)).href;
const immutable = (path: string) => `${urlOf(path)}?immutable=1`;

/** Without a log, SQLite would create one, also to read. A log without its index has rows too: SQLite makes the index. */
function readOnly(path: string): string {
  const hasLog = existsSync(`${path}-wal`);
  return hasLog ? `${urlOf(path)}?mode=ro` : immutable(path);
}
