import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 100;

/**
 * Repeats `attempt` until it returns something. Its errors count as nothing.
 *
 * @param what ends the sentence of the error, such as `node1 is synced`
 * @throws Error it returned nothing for `ms` milliseconds
 */
export async function eventually<Result>(
  what: string,
  ms: number,
  attempt: () => Promise<Result | undefined | false>,
): Promise<Result> {
  let cause: unknown;
  const end = performance.now() + ms;
  while (performance.now() < end) {
    try {
      const result = await attempt();
      if (result !== undefined && result !== false) return result;
    } catch (error) {
      cause = error;
    }
    await delay(PAUSE_MS);
  }
  throw new Error(`Not within ${ms / 1000} s: ${what}`, { cause });
}
