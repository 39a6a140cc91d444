import { Cleanup } from '../bench/cleanup.js';

/**
 * Runs `work` and then its cleanup steps. A signal runs them too, as a step of `outer`: with handlers of their own, the
 * first cleanup to complete would end the process before the others.
 */
export async function nestedCleanup<Result>(
  outer: Cleanup,
  work: (cleanup: Cleanup) => Promise<Result>,
): Promise<Result> {
  const cleanup = new Cleanup();
  outer.add(() => cleanup.run());
  try {
    return await work(cleanup);
  } finally {
    await cleanup.run();
  }
}
