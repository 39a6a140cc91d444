/** Between two log lines about the same overload. */
export const LOG_INTERVAL_MS = 10_000;

/** Returns a function that is true at its first call, and then at most once in this time. For repeated log lines. */
export function atMostEvery(ms: number): () => boolean {
  let next = 0;
  return () => {
    const now = performance.now();
    if (now < next) return false;
    next = now + ms;
    return true;
  };
}
