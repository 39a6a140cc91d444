import cluster from 'node:cluster';
import { Inject, Injectable } from '@nestjs/common';
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { TooManyRequests } from '../http/errors/errors.js';

/** How often somebody may try. */
@Injectable()
export class Limits {
  private failures: RateLimiterAbstract | null = null;
  private notes: RateLimiterAbstract | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.forget();
  }

  /** Nobody has tried anything yet. */
  forget(): void {
    const { limits } = this.config;
    const limiter = (keyPrefix: string, points: number, durationMs: number) =>
      limits.enabled && points > 0
        ? createLimiter({ keyPrefix, points, duration: durationMs / 1000 })
        : null;
    this.failures = limiter('failures', limits.failedAuth, limits.failedAuthWindowMs);
    this.notes = limiter('notes', limits.notesPerMinute, 60_000);
  }

  /** @throws TooManyRequests when too many authentications from this address failed already */
  countFailedAuthentication(address: string): Promise<void> {
    return consume(this.failures, address);
  }

  /**
   * For what can be guessed: refused before anything is compared, so that no guess beyond the limit counts.
   *
   * @throws TooManyRequests when too many authentications from this address failed already
   */
  async requireAttempts(address: string): Promise<void> {
    const made = await this.failures?.get(address);
    if (made && made.remainingPoints <= 0) throw new TooManyRequests(made.msBeforeNext);
  }

  /** @throws TooManyRequests when the user made too many notes within a minute */
  countNote(userId: number): Promise<void> {
    return consume(this.notes, String(userId));
  }
}

/** Workers count together: the process that looks after them keeps the numbers. */
const createLimiter = (options: { keyPrefix: string; points: number; duration: number }) =>
  cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: 3_000 })
    : new RateLimiterMemory(options);

async function consume(limiter: RateLimiterAbstract | null, key: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new TooManyRequests(refusal.msBeforeNext);
    throw refusal;
  }
}
