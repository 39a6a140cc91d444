import type { QueryRunner } from 'typeorm';
import { observed } from '../base/telemetry/observer.js';
import type { Engine } from './engine.js';
import type { FailureLog } from './failure-log.js';
import { DatabaseUnavailable, OutcomeUnknown } from './failures.js';
import type { RequestScope } from './request-scope.js';
import { TIME_LIMITS } from './time-limits.js';
import { Unit } from './unit.js';
import { withDeadline } from './with-deadline.js';
import { LoggableError } from '../base/log/loggable-error.js';

/** After this the connection is closed instead; the server then rolls back. */
const ROLLBACK_MS = 2_000;
/** The response itself needs this time, in milliseconds. */
const RESPONSE_MS = 250;

/** Begins, commits and rolls back the transactions of units of work. `Database` runs them again where that helps. */
export class Transactions {
  constructor(
    private readonly engine: Engine,
    private readonly failures: FailureLog,
  ) {}

  /** Runs `work` once, and commits what it has written. */
  async run<Result>(
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
      await this.commit(runner, scope);
      this.failures.hasWritten();
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

  private commit(runner: QueryRunner, scope: RequestScope): Promise<void> {
    // The client has already got the response that nothing was stored.
    if (scope.hasEnded) throw new DatabaseUnavailable(new LoggableError('The request has ended'));
    const ms = Math.min(TIME_LIMITS.commit, scope.endsAt - performance.now() - RESPONSE_MS);
    return scope.committing(() =>
      observed('commit', undefined, () => this.engine.commit(runner, ms)),
    );
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
}
