import { setTimeout as delay } from 'node:timers/promises';
import type { MutexInterface } from 'async-mutex';
import type { ObjectLiteral, QueryResult } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { observed } from '../../base/telemetry/observer.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { primaryCodeOf } from './sqlite-error-classes.js';
import type { SqliteFile } from './sqlite-file.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** How long a writer retries while another process writes, in milliseconds. */
export const BUSY_RETRY_MS = 10_000;
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const CONTROL = /^(BEGIN|COMMIT|ROLLBACK)/;

/**
 * TypeORM's SQLite driver shares one query runner, so statements of one request would join the open transaction of
 * another. Here each writer gets its own runner. It takes the mutex for one statement, or for a whole transaction
 * until `release()`.
 */
export class WriteRunner extends BetterSqlite3QueryRunner {
  private lock?: Promise<MutexInterface.Releaser>;
  private isLocked = false;
  private ended = false;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly mutex: MutexInterface,
    private readonly file: SqliteFile,
  ) {
    super(driver);
  }

  override async query(
    sql: string,
    parameters?: unknown[],
    structured?: boolean,
  ): Promise<QueryResult> {
    if (this.isTransactionActive || this.isLocked) {
      await this.takeLock();
      const send = () => this.send(sql, parameters, structured);
      // The others are parts of `begin` and `commit`.
      return CONTROL.test(sql) ? send() : observed('statement', sql, send);
    }
    // Migrations have no transaction, so other writers (the lease renewal) run between their statements.
    this.check();
    return this.mutex.runExclusive(() => this.send(sql, parameters, structured));
  }

  private async send(
    sql: string,
    parameters?: unknown[],
    structured?: boolean,
  ): Promise<QueryResult> {
    this.check();
    // IMMEDIATE takes the write lock at once: a transaction that starts with a read could fail to upgrade.
    const text = sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql;
    const connection = await this.connect();
    if (text === 'COMMIT') this.file.requireIntact();
    for (const end = performance.now() + BUSY_RETRY_MS; ;) {
      try {
        const values = parameters as ObjectLiteral[];
        return (await super.query(text, values, structured)) as QueryResult;
      } catch (error) {
        if (text === 'COMMIT' && primaryCodeOf(error) === SQLITE_IOERR)
          connection.overwriteFailedCommit();
        // Another process is writing. The statement had no effect; keep the mutex and try again.
        if (!isBusy(error) || performance.now() > end) throw error;
      }
      await delay(1 + Math.random() * 4);
      this.check();
    }
  }

  override connect() {
    if (this.ended) return Promise.reject(new LoggableError(ENDED));
    return super.connect() as Promise<SqliteConnection>;
  }

  /** Rolls back. Statements are synchronous, so none is still running and the connection can be reused. */
  abandon(): void {
    this.ended = true;
    if (this.isLocked) (this.driver.databaseConnection as SqliteConnection).rollBack();
  }

  override async release(): Promise<void> {
    await super.release();
    this.ended = true;
    // A unit that timed out while it waited for the mutex frees it as soon as it gets it.
    void this.lock?.then((unlock) => {
      unlock();
    });
  }

  private async takeLock(): Promise<void> {
    this.check();
    if (this.isLocked) return;
    this.lock ??= this.mutex.acquire();
    await this.lock;
    this.check();
    this.isLocked = true;
  }

  private check(): void {
    if (this.ended) throw new LoggableError(ENDED);
  }
}

const ENDED = 'The unit of work has ended';

export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === SQLITE_BUSY;
}

/** Reads on a second connection: they see the last committed state (a WAL snapshot). */
export class ReadRunner extends BetterSqlite3QueryRunner {
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
