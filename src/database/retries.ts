import { setTimeout as delay } from 'node:timers/promises';
import { count, type Reason } from '../base/telemetry/observer.js';
import { driverError, removeValues, type Engine, type Failure } from './engine.js';
import type { FailureLog } from './failure-log.js';
import {
  DatabaseUnavailable,
  OutcomeUnknown,
  ReferenceViolation,
  UniqueViolation,
} from './failures.js';
import type { SchemaVersion } from './schema-version.js';
import { LoggableError } from '../base/log/loggable-error.js';

/** Pauses double from 10 ms up to this limit, in milliseconds. Random jitter at most doubles a pause. */
const LONGEST_PAUSE_MS = 160;

/** The database has refused a statement. Errors of the service itself, such as an unknown outcome, have no code. */
const isRefusal = (error: unknown): boolean => {
  const cause = driverError(error);
  return 'errno' in cause || 'errcode' in cause;
};

/** Repeats what the database may accept later, such as a transaction after a deadlock. */
export class Retries {
  constructor(
    private readonly engine: Engine,
    private readonly schema: SchemaVersion,
    private readonly failures: FailureLog,
  ) {}

  /** Retries until the attempt succeeds, fails for good, or the deadline passes. */
  run<Answer, Result>(
    ms: number,
    attempt: (ms: number) => Promise<Answer>,
    pick: (answer: Answer) => Result,
  ): Promise<Result> {
    if (this.schema.problem) return Promise.reject(this.schema.problem);
    if (ms < 1)
      return Promise.reject(new DatabaseUnavailable(new LoggableError('No time is left')));
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
      const pause = Math.min(5 * 2 ** n, LONGEST_PAUSE_MS) * (1 + Math.random());
      const isLast = performance.now() + pause > end;
      if (isLast || !this.mayPass(error)) {
        // A column that is missing, for example, may be the work of a newer program.
        if (isRefusal(error) && this.engine.classify(error).kind === 'fault')
          await this.schema.check();
        throw this.translate(error);
      }
      count('repetition', this.reasonOf(error));
      await delay(pause);
      try {
        return await attempt(end - performance.now());
      } catch (next) {
        error = next;
      }
    }
  }

  private reasonOf(error: unknown): Reason<'repetition'> {
    return this.engine.classify(error).kind === 'lost' ? 'connection_lost' : 'conflict';
  }

  private mayPass(error: unknown): boolean {
    const { kind } = this.engine.classify(error);
    return kind === 'repeat' || kind === 'lost';
  }

  /** The error that services get for a failure of the database. Returns defects as they are, without values. */
  translate(error: unknown): unknown {
    removeValues(error);
    const failure: Failure = this.engine.classify(error);
    switch (failure.kind) {
      case 'duplicate':
        return new UniqueViolation(failure.index);
      case 'reference':
        return new ReferenceViolation(error);
      case 'fault':
        if (error instanceof DatabaseUnavailable) this.failures.report('unavailable', error);
        if (error instanceof OutcomeUnknown) this.reportCause(error);
        return error;
      default:
        this.failures.report(failure.kind, error);
        return new DatabaseUnavailable(error);
    }
  }

  private reportCause({ cause }: OutcomeUnknown): void {
    const { kind } = this.engine.classify(cause);
    this.failures.report(kind === 'fault' ? 'unavailable' : kind, cause);
  }
}
