import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts each attempt when the one before has failed, or has not ended after `headStartMs`. An attempt that takes long
 * may still be the first that succeeds.
 *
 * @throws AggregateError all attempts failed. Its errors are in the order of the attempts
 */
export async function firstSuccess<Result>(
  attempts: readonly (() => Promise<Result>)[],
  headStartMs: number,
): Promise<Result> {
  const started: Promise<Result>[] = [];
  let hasSucceeded = false;
  for (const attempt of attempts) {
    const latest = attempt();
    const ended = latest.then(
      () => void (hasSucceeded = true),
      () => undefined,
    );
    started.push(latest);
    if (started.length === attempts.length) break;
    const over = new AbortController();
    const headStart = delay(headStartMs, undefined, { signal: over.signal });
    // An earlier attempt that succeeds ends the wait too. The race also handles the rejection of `headStart`.
    await Promise.race([Promise.any(started).catch(() => ended), ended, headStart]);
    over.abort();
    if (hasSucceeded) break;
  }
  return Promise.any(started);
}
