import { DatabaseUnavailable } from './failures.js';
import { LoggableError } from '../base/log/loggable-error.js';

/**
 * Rejects if the work takes longer than `ms` milliseconds. The work itself is not stopped.
 *
 * @throws DatabaseUnavailable the deadline passed
 */
export function withDeadline<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable(new LoggableError(`no answer within ${Math.round(ms)} ms`)));
    }, ms);
    const stop = () => {
      clearTimeout(timer);
    };
    work.then(stop, stop);
    // Both handlers stay attached, so a late failure is not an unhandled rejection.
    work.then(resolve, reject);
  });
}
