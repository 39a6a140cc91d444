import { DatabaseAway } from './failures.js';

/**
 * What the work answers, if it does in time. It is not stopped.
 *
 * @throws DatabaseAway it did not
 */
export function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DatabaseAway(new Error(`no answer within ${Math.round(ms)} ms`)));
    }, ms);
    const stop = () => {
      clearTimeout(timer);
    };
    work.then(stop, stop);
    // Whoever loses the race may still fail later; nobody listens then.
    work.then(resolve, reject);
  });
}
