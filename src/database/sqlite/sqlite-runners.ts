import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectLiteral } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { QueryResult } from 'typeorm/query-runner/QueryResult.js';
import { driverError } from '../engine.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** How long a writer asks again while another process writes, in milliseconds. */
export const PATIENCE_MS = 10_000;
export const SQLITE_BUSY = 5;

/** Lets one writer in at a time, in the order they came. */
export class Turnstile {
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
 * transaction of another. Here each writer has a runner of its own, which waits for its turn: for a statement,
 * or for a transaction, until it is released.
 */
export class WriteRunner extends BetterSqlite3QueryRunner {
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
    if (this.isTransactionActive || this.hasTurn) {
      await this.takeTurn();
      return this.ask(sql, parameters, structured);
    }
    // A migration has no transaction: others write between its statements, such as who renews its lease.
    this.check();
    const leave = await this.turnstile.enter();
    try {
      return await this.ask(sql, parameters, structured);
    } finally {
      leave();
    }
  }

  private async ask(
    sql: string,
    parameters?: unknown[],
    structured?: boolean,
  ): Promise<QueryResult> {
    this.check();
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

export function isBusy(error: unknown): boolean {
  return ((driverError(error)['errcode'] as number) & 0xff) === SQLITE_BUSY;
}

/** Reads see the last committed state through a connection of their own (a WAL snapshot). */
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
