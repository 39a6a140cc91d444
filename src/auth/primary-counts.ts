import { RateLimiterCluster } from 'rate-limiter-flexible';
import { SharedCounts } from './shared-counts.js';

/** A request waits at most this long for the primary process, once. Then the worker counts alone. */
export const PRIMARY_MS = 3_000;

/** The counts of all workers, which are in the primary process. */
export class PrimaryCounts extends SharedCounts {
  protected readonly recovery = 'The primary process responds again: the workers count together';
  protected override working = true;
  /** Counts nothing: it only shows whether the primary process responds. */
  private readonly probe = new RateLimiterCluster({
    ...{ keyPrefix: 'probe', points: 1, duration: 1, timeoutMs: PRIMARY_MS },
  });

  protected failure(reason: string): string {
    return `The primary process fails (${reason}): this worker counts the limits alone until it responds`;
  }

  protected ping(): Promise<unknown> {
    return this.probe.get('');
  }
}
