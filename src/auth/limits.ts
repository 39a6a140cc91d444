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
import { addressKey } from './address-key.js';

/** Rate limits for failed authentication and for new notes. */
@Injectable()
export class Limits {
  private failures: RateLimiterAbstract | null = null;
  private notes: RateLimiterAbstract | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.forget();
  }

  /** Resets all counters. */
  forget(): void {
    const { limits } = this.config;
    const limiter = (keyPrefix: string, points: number, durationMs: number) =>
      limits.enabled && points > 0
        ? createLimiter({ keyPrefix, points, duration: durationMs / 1000 })
        : null;
    this.failures = limiter('failures', limits.failedAuth, limits.failedAuthWindowMs);
    this.notes = limiter('notes', limits.notesPerMinute, 60_000);
  }

  /** @throws TooManyRequests too many authentications from this address have failed */
  countFailedAuthentication(address: string): Promise<void> {
    return consume(this.failures, addressKey(address));
  }

  /**
   * Call before a password is compared: it takes the point of a failure, so that requests in parallel cannot guess more
   * often. `forgiveSignIn` gives it back.
   *
   * @throws TooManyRequests too many authentications from this address have failed
   */
  async countSignIn(address: string): Promise<void> {
    try {
      await this.countFailedAuthentication(address);
    } catch (error) {
      // Beyond the limit no password is checked, so it was no attempt.
      await this.forgiveSignIn(address);
      throw error;
    }
  }

  /** Call when a sign-in has not failed. */
  async forgiveSignIn(address: string): Promise<void> {
    await this.failures?.reward(addressKey(address));
  }

  /**
   * For requests without a token, which are no attempts to authenticate.
   *
   * @throws TooManyRequests too many authentications from this address have failed
   */
  async requireAttempts(address: string): Promise<void> {
    const used = await this.failures?.get(addressKey(address));
    if (this.failures && used && used.remainingPoints <= 0) throw tooMany(this.failures, used);
  }

  /** @throws TooManyRequests the user has created too many notes within a minute */
  countNote(userId: number): Promise<void> {
    return consume(this.notes, String(userId));
  }
}

/** Workers share their counters, which are in the primary process. */
const createLimiter = (options: { keyPrefix: string; points: number; duration: number }) =>
  cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: 3_000 })
    : new RateLimiterMemory(options);

async function consume(limiter: RateLimiterAbstract | null, key: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (error) {
    if (limiter && error instanceof RateLimiterRes) throw tooMany(limiter, error);
    throw error;
  }
}

/** Never longer than the window, which a clock that was set back seems to extend. It ends by a timer. */
const tooMany = ({ msDuration }: RateLimiterAbstract, { msBeforeNext }: RateLimiterRes) =>
  new TooManyRequests(Math.min(msBeforeNext, msDuration));
