import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { Bulkhead } from './bulkhead.js';
import { driverError, type Engine, type Failure, type Witness } from './engine.js';
import {
  DatabaseUnavailable,
  OutcomeUnknown,
  ReferenceViolation,
  UniqueViolation,
  WriteInterrupted,
  WriteReached,
} from './failures.js';
import { FailureLog } from './failure-log.js';
import type { RequestScope } from './request-scope.js';
import { SchemaVersion } from './schema-version.js';
import type { Statement, Values } from './statement.js';
import { Unit } from './unit.js';
import { withDeadline } from './with-deadline.js';

export { Unit } from './unit.js';

export const ENGINE = Symbol('ENGINE');

/** For a read, or a unit of work with all its retries. A single statement has 8 s, a request 14 s. */
const DEADLINE_MS = 10_000;
const MAX_ATTEMPTS = 8;
/** After this the connection is closed instead; the server then rolls back. */
const ROLLBACK_MS = 2_000;
/** For COMMIT, and for finding out whether it took effect. A request may leave less. */
const COMMIT_MS = 14_000;
/** The response itself needs this time, in milliseconds. */
const RESPONSE_MS = 250;

/** The database has refused a statement. Errors of the service itself, such as an unknown outcome, have no code. */
const isRefusal = (error: unknown): boolean => {
  const cause = driverError(error);
  return 'errno' in cause || 'errcode' in cause;
};

/** Runs fixed statements and units of work, with deadlines and retries. */
@Injectable()
export class Database implements OnApplicationShutdown {
  protected readonly deadlineMs: number = DEADLINE_MS;
  /** By statement, and by the resource that is written. */
  private readonly reads: Bulkhead<Statement>;
  private readonly writes: Bulkhead<string>;
  private readonly failures: FailureLog;
  private readonly schema: SchemaVersion;

  constructor(@Inject(ENGINE) private readonly engine: Engine) {
    this.failures = new FailureLog(engine.place);
    this.schema = new SchemaVersion(engine);
    this.reads = new Bulkhead(engine.partitionLimit);
    this.writes = new Bulkhead(engine.partitionLimit);
  }

  /** @throws DatabaseUnavailable the database did not respond in time */
  rows<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.read(query, values, (rows) => rows as Row[]);
  }

  row<Row>(query: Statement<Row>, values: Values = {}): Promise<Row | null> {
    return this.read(query, values, ([row]) => (row as Row | undefined) ?? null);
  }

  /**
   * Runs `work` in one transaction, after the checks of the request's rights. After a deadlock, a lock timeout or a
   * connection lost before COMMIT, the transaction is rolled back and `work` runs again, at most 8 times in all. So
   * `work` must have no effect outside the database. In a request with an Idempotency-Key, `work` joins the transaction
   * of the request.
   *
   * @throws the error of the first check that fails
   * @throws UniqueViolation a unique index refused a row
   * @throws ReferenceViolation a foreign key refused a row
   * @throws DatabaseUnavailable the database did not respond in time; nothing was stored
   * @throws OutcomeUnknown the database stayed unreachable from COMMIT on
   */
  unit<Result>(scope: RequestScope, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return this.unitWithOwnChecks(scope, async (unit) => {
      await scope.checkRights(unit);
      return work(unit);
    });
  }

  /**
   * Like `unit`, for work that changes rows which decide about rights.
   *
   * @param lock locks those rows before the checks lock them shared: if two units have a shared lock, neither can
   *   change the row. `work` gets what it returns. Errors such as a missing row belong into `work`, after the checks.
   */
  lockedUnit<Result, Locked>(
    scope: RequestScope,
    lock: (unit: Unit) => Promise<Locked>,
    work: (unit: Unit, locked: Locked) => Promise<Result>,
  ): Promise<Result> {
    return this.unitWithOwnChecks(scope, async (unit) => {
      const locked = await lock(unit);
      await scope.checkRights(unit);
      return work(unit, locked);
    });
  }

  /** Like `unit`, for work that checks the rights in the statements that write. */
  unitWithOwnChecks<Result>(
    scope: RequestScope,
    work: (unit: Unit) => Promise<Result>,
  ): Promise<Result> {
    if (scope.isRehearsal) return Promise.reject(new WriteReached());
    if (scope.unit) return this.join(scope.unit, work);
    return this.runUnit(scope, async (unit) => {
      await unit.begin();
      return work(unit);
    });
  }

  private runUnit<Result>(
    scope: RequestScope,
    work: (unit: Unit) => Promise<Result>,
  ): Promise<Result> {
    return this.writes.run(scope.partition, () =>
      this.withRetries(
        scope.msForUnit,
        (ms) => this.attempt(scope, work, ms),
        (result) => result,
      ),
    );
  }

  /**
   * Runs `work` as one transaction that all units and writes of the request join until it ends. It starts with the first
   * of them, because on SQLite all other writers wait from then on. It commits when `work` has ended well.
   *
   * @throws as `unit` does
   */
  requestUnit<Result>(scope: RequestScope, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return this.runUnit(scope, async (unit) => {
      scope.unit = unit;
      try {
        return await work(unit);
      } finally {
        delete scope.unit;
      }
    });
  }

  /** Runs an effect outside the database, such as a mail, when what the request has written so far is committed. */
  async afterCommit(scope: RequestScope, effect: () => Promise<void>): Promise<void> {
    if (scope.unit) scope.unit.afterCommit(effect);
    else await effect();
  }

  /**
   * Runs one statement as its own transaction. It may be sent twice if the connection breaks, so it must be
   * idempotent, like an UPDATE to fixed values. Returns how many rows it matched.
   *
   * @param again what to send if the first attempt may be stored. It must not undo what others have written since.
   * @throws as `unit` does
   */
  async write(
    scope: RequestScope,
    command: Statement,
    values: Values,
    again: Statement = command,
  ): Promise<number> {
    // What runs before the commit belongs into the same transaction.
    if (scope.unit || scope.beforeCommit)
      return this.unitWithOwnChecks(scope, (unit) => unit.write(command, values));
    let mayBeStored = false;
    const attempt = async (ms: number) => {
      try {
        return await scope.settling(() =>
          this.engine.write(mayBeStored ? again : command, values, ms),
        );
      } catch (error) {
        mayBeStored ||= error instanceof WriteInterrupted;
        throw error;
      }
    };
    try {
      return await this.writes.run(scope.partition, () =>
        this.withRetries(scope.msForUnit, attempt, ({ matched }) => matched),
      );
    } catch (error) {
      const isOpen = error instanceof DatabaseUnavailable || error instanceof WriteInterrupted;
      throw mayBeStored && isOpen ? new OutcomeUnknown(error) : error;
    }
  }

  /** @throws DatabaseUnavailable the database did not respond in time, its data is damaged, or its schema is too new */
  async ping(): Promise<void> {
    if (this.failures.corruption) throw new DatabaseUnavailable(this.failures.corruption);
    await this.engine.ping(this.deadlineMs).catch((error: unknown) => {
      throw this.translate(error);
    });
    await this.schema.check();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  private read<Result>(
    query: Statement,
    values: Values,
    pick: (rows: object[]) => Result,
  ): Promise<Result> {
    const end = performance.now() + this.deadlineMs;
    return this.reads.run(query, () =>
      this.withRetries(end - performance.now(), (ms) => this.engine.read(query, values, ms), pick),
    );
  }

  /** Errors that make the whole transaction run again are passed on as they are. */
  private join<Result>(outer: Unit, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return outer.nested(work).catch((error: unknown) => {
      const { kind } = this.engine.classify(error);
      throw kind === 'duplicate' || kind === 'reference' ? this.translate(error) : error;
    });
  }

  /** Retries until the attempt succeeds, fails for good, or the deadline passes. */
  private withRetries<Answer, Result>(
    msLeft: number,
    attempt: (ms: number) => Promise<Answer>,
    pick: (answer: Answer) => Result,
  ): Promise<Result> {
    if (this.schema.problem) return Promise.reject(this.schema.problem);
    const ms = Math.min(this.deadlineMs, msLeft);
    if (ms < 1) return Promise.reject(new DatabaseUnavailable(new Error('No time is left')));
    const end = performance.now() + ms;
    // The first attempt nearly always succeeds; this path then adds a single promise to the engine's.
    return attempt(ms).then(pick, (error: unknown) => this.retry(attempt, end, error).then(pick));
  }

  private async retry<Answer>(
    attempt: (ms: number) => Promise<Answer>,
    end: number,
    failure: unknown,
  ): Promise<Answer> {
    for (let n = 1, error = failure; ; n++) {
      const pause = 2 ** n * 5 * (1 + Math.random());
      const isLast = n === MAX_ATTEMPTS || performance.now() + pause > end;
      if (isLast || !this.mayPass(error)) {
        // A column that is missing, for example, may be the work of a newer program.
        if (isRefusal(error) && this.engine.classify(error).kind === 'fault')
          await this.schema.check();
        throw this.translate(error);
      }
      await delay(pause);
      try {
        return await attempt(end - performance.now());
      } catch (next) {
        error = next;
      }
    }
  }

  private mayPass(error: unknown): boolean {
    if (error instanceof WriteInterrupted) return true;
    const { kind } = this.engine.classify(error);
    return kind === 'repeat' || kind === 'lost';
  }

  private async attempt<Result>(
    scope: RequestScope,
    work: (unit: Unit) => Promise<Result>,
    ms: number,
  ): Promise<Result> {
    // Not dataSource.createQueryRunner: that creates an entity manager, which most units do not need.
    const runner = this.engine.dataSource.driver.createQueryRunner('master');
    const unit = new Unit(this.engine, runner);
    const transaction = async () => {
      const result = await work(unit);
      await scope.beforeCommit?.(unit);
      unit.end();
      return result;
    };
    try {
      const result = await withDeadline(ms, transaction());
      await this.commit(runner, scope, unit.witness);
      await unit.runEffects();
      return result;
    } catch (error) {
      unit.end();
      await this.rollBack(runner, error);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private commit(runner: QueryRunner, scope: RequestScope, witness?: Witness): Promise<void> {
    // The client has been told that nothing was stored.
    if (scope.hasEnded) throw new DatabaseUnavailable(new Error('The request has ended'));
    const ms = Math.min(COMMIT_MS, scope.endsAt - performance.now() - RESPONSE_MS);
    return scope.settling(() => this.engine.commit(runner, ms, witness));
  }

  private async rollBack(runner: QueryRunner, error: unknown): Promise<void> {
    if (!this.isGone(error)) {
      if (!runner.isTransactionActive) return;
      const undone = withDeadline(ROLLBACK_MS, runner.rollbackTransaction()).then(() => true);
      if (await undone.catch(() => false)) return;
    }
    this.engine.abandon(runner);
  }

  /** The connection cannot be used any more, or may still be busy. */
  private isGone(error: unknown): boolean {
    if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown) return true;
    const { kind } = this.engine.classify(error);
    return kind === 'unavailable' || kind === 'lost';
  }

  private translate(error: unknown): unknown {
    const failure: Failure = this.engine.classify(error);
    switch (failure.kind) {
      case 'duplicate':
        return new UniqueViolation(failure.index);
      case 'reference':
        return new ReferenceViolation(error);
      case 'fault':
        return error;
      default:
        this.failures.report(failure.kind, error);
        return new DatabaseUnavailable(error);
    }
  }
}
