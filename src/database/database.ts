import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Engine } from './engine.js';
import { DatabaseAway, ReferenceViolation, UniqueViolation } from './failures.js';
import { statement, type Statement, type Values } from './statement.js';
import { Unit } from './unit.js';
import { withDeadline } from './with-deadline.js';

export { Unit } from './unit.js';

export const ENGINE = Symbol('ENGINE');

/** For a read, or a unit of work with all its retries. A single statement has 8 s, a request 14 s. */
const DEADLINE_MS = 10_000;
const MAX_ATTEMPTS = 8;
/** After this the connection is closed instead; the server then rolls back. */
const ROLLBACK_MS = 2_000;

const PING = statement('SELECT 1 AS one');

/** Runs fixed statements and units of work, with deadlines and retries. */
@Injectable()
export class Database implements OnApplicationShutdown {
  protected readonly deadlineMs: number = DEADLINE_MS;

  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  /** @throws DatabaseAway the database did not respond in time */
  rows<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.withRetries(
      (ms) => this.engine.read(query, values, ms),
      (rows) => rows as Row[],
    );
  }

  row<Row>(query: Statement<Row>, values: Values = {}): Promise<Row | null> {
    return this.withRetries(
      (ms) => this.engine.read(query, values, ms),
      ([row]) => (row as Row | undefined) ?? null,
    );
  }

  /**
   * Runs `work` in one transaction. After a deadlock, a lock timeout or a connection lost before COMMIT, the
   * transaction is rolled back and `work` runs again, at most 8 times in all. So `work` must have no effect
   * outside the database.
   *
   * @throws UniqueViolation a unique index refused a row
   * @throws ReferenceViolation a foreign key refused a row
   * @throws DatabaseAway the database did not respond in time
   */
  unit<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return this.withRetries(
      (ms) => this.attempt(work, ms),
      (result) => result,
    );
  }

  /**
   * Runs one statement as its own transaction. It may be sent twice if the connection breaks, so it must be
   * idempotent, like an UPDATE to fixed values. Returns how many rows it matched.
   *
   * @throws UniqueViolation, ReferenceViolation, DatabaseAway as `unit` does
   */
  write(command: Statement, values: Values): Promise<number> {
    return this.withRetries(
      (ms) => this.engine.write(command, values, ms),
      ({ matched }) => matched,
    );
  }

  /** @throws DatabaseAway the database did not respond in time */
  async ping(): Promise<void> {
    await this.row(PING);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  /** Retries until the attempt succeeds, fails for good, or the deadline passes. */
  private withRetries<Answer, Result>(
    attempt: (ms: number) => Promise<Answer>,
    pick: (answer: Answer) => Result,
  ): Promise<Result> {
    const end = performance.now() + this.deadlineMs;
    // The first attempt nearly always succeeds; this path then adds a single promise to the engine's.
    return attempt(this.deadlineMs).then(pick, (error: unknown) =>
      this.retry(attempt, end, error).then(pick),
    );
  }

  private async retry<Answer>(
    attempt: (ms: number) => Promise<Answer>,
    end: number,
    failure: unknown,
  ): Promise<Answer> {
    for (let n = 1, error = failure; ; n++) {
      const { kind } = this.engine.classify(error);
      const mayPass = kind === 'conflict' || kind === 'lost';
      const pause = 2 ** n * 5 * (1 + Math.random());
      if (!mayPass || n === MAX_ATTEMPTS || performance.now() + pause > end)
        throw this.translate(error);
      await delay(pause);
      try {
        return await attempt(end - performance.now());
      } catch (next) {
        error = next;
      }
    }
  }

  private async attempt<Result>(
    work: (unit: Unit) => Promise<Result>,
    ms: number,
  ): Promise<Result> {
    // Not dataSource.createQueryRunner: that creates an entity manager, which most units do not need.
    const runner = this.engine.dataSource.driver.createQueryRunner('master');
    const unit = new Unit(this.engine, runner);
    let committing = false;
    const transaction = async () => {
      await runner.startTransaction();
      const result = await work(unit);
      unit.end();
      committing = true;
      await runner.commitTransaction();
      return result;
    };
    try {
      return await withDeadline(ms, transaction());
    } catch (error) {
      unit.end();
      await this.rollBack(runner, error);
      // The outcome of COMMIT is unknown. A retry could write everything twice.
      throw committing && this.isGone(error) ? new DatabaseAway(error) : error;
    } finally {
      await runner.release();
    }
  }

  private async rollBack(runner: QueryRunner, error: unknown): Promise<void> {
    if (!this.isGone(error)) {
      if (!runner.isTransactionActive) return;
      const undone = withDeadline(ROLLBACK_MS, runner.rollbackTransaction()).then(() => true);
      if (await undone.catch(() => false)) return;
    }
    this.engine.abandon(runner);
  }

  /** The connection cannot be used any more. */
  private isGone(error: unknown): boolean {
    const { kind } = this.engine.classify(error);
    return error instanceof DatabaseAway || kind === 'away' || kind === 'lost';
  }

  private translate(error: unknown): unknown {
    const failure = this.engine.classify(error);
    switch (failure.kind) {
      case 'duplicate':
        return new UniqueViolation(failure.index);
      case 'reference':
        return new ReferenceViolation(error);
      case 'other':
        return error;
      default:
        return new DatabaseAway(error);
    }
  }
}
