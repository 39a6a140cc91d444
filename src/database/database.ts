import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Engine } from './engine.js';
import { DatabaseAway, ReferenceViolation, UniqueViolation } from './failures.js';
import type { Statement, Values } from './statement.js';
import { Unit } from './unit.js';
import { within } from './with-deadline.js';

export { Unit } from './unit.js';

export const ENGINE = Symbol('ENGINE');

/** A read, or a unit of work with all its repetitions, has this long; a request 14 s, a statement by itself 8 s. */
const DEADLINE_MS = 10_000;
const MAX_ATTEMPTS = 8;
/** A rollback that takes longer is left to the server, which rolls back what loses its connection. */
const ROLLBACK_MS = 2_000;

/** The way from a service to SQL: fixed statements for reads, units of work for writes. */
@Injectable()
export class Database implements OnApplicationShutdown {
  protected readonly deadlineMs: number = DEADLINE_MS;

  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  /** @throws DatabaseAway the database did not answer in time */
  rows<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.persist(
      (ms) => this.engine.read(query, values, ms),
      (rows) => rows as Row[],
    );
  }

  row<Row>(query: Statement<Row>, values: Values = {}): Promise<Row | null> {
    return this.persist(
      (ms) => this.engine.read(query, values, ms),
      ([row]) => (row as Row | undefined) ?? null,
    );
  }

  /**
   * Runs `work` in one transaction: all of it is kept, or nothing. Where the engine gave way to a
   * concurrent unit (deadlock, lock wait, busy) or the connection broke before the commit, nothing was
   * kept and the whole of `work` runs again, at most eight times in all, so `work` must have no effect
   * outside the database.
   *
   * @throws UniqueViolation a unique index refused a row
   * @throws ReferenceViolation a foreign key refused a row
   * @throws DatabaseAway the database did not answer in time
   */
  unit<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return this.persist(
      (ms) => this.attempt(work, ms),
      (result) => result,
    );
  }

  /**
   * A write of one statement, which may be sent again where the connection broke: it must bear that, like
   * an UPDATE to fixed values. Answers how many rows it matched.
   *
   * @throws UniqueViolation, ReferenceViolation, DatabaseAway as `unit` does
   */
  write(command: Statement, values: Values): Promise<number> {
    return this.persist(
      (ms) => this.engine.write(command, values, ms),
      ({ matched }) => matched,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  /** What `pick` takes of the answer. Tries until there is one, it fails for good, or the deadline has passed. */
  private persist<Answer, Result>(
    attempt: (ms: number) => Promise<Answer>,
    pick: (answer: Answer) => Result,
  ): Promise<Result> {
    const end = performance.now() + this.deadlineMs;
    // Nearly always the first attempt is all there is, and this the only promise on top of the engine's.
    return attempt(this.deadlineMs).then(pick, (error: unknown) =>
      this.tryAgain(attempt, end, error).then(pick),
    );
  }

  private async tryAgain<Answer>(
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
    // The data source would make an entity manager for it: few units ask for one, and those make it.
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
      return await within(ms, transaction());
    } catch (error) {
      unit.end();
      await this.undo(runner, error);
      // Whether the commit arrived is not known: to run the work again might do it twice.
      throw committing && this.isGone(error) ? new DatabaseAway(error) : error;
    } finally {
      await runner.release();
    }
  }

  private async undo(runner: QueryRunner, error: unknown): Promise<void> {
    if (!this.isGone(error)) {
      if (!runner.isTransactionActive) return;
      const undone = within(ROLLBACK_MS, runner.rollbackTransaction()).then(() => true);
      if (await undone.catch(() => false)) return;
    }
    this.engine.abandon(runner);
  }

  /** Nothing more can be said on the connection. */
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
