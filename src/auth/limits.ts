import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { TooManyRequests } from '../http/errors.js';

/** How often somebody may try. */
@Injectable()
export class Limits {
  private readonly failures: RateLimiterMemory | null;
  private readonly notes: RateLimiterMemory | null;

  constructor(@Inject(CONFIG) { limits }: Config) {
    const limiter = (points: number, durationMs: number) =>
      limits.enabled && points > 0
        ? new RateLimiterMemory({ points, duration: durationMs / 1000 })
        : null;
    this.failures = limiter(limits.failedAuth, limits.failedAuthWindowMs);
    this.notes = limiter(limits.notesPerMinute, 60_000);
  }

  /** @throws TooManyRequests when too many authentications from this address failed already */
  async countFailedAuthentication(address: string): Promise<void> {
    await consume(this.failures, address);
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
  async countNote(userId: number): Promise<void> {
    await consume(this.notes, String(userId));
  }
}

async function consume(limiter: RateLimiterMemory | null, key: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new TooManyRequests(refusal.msBeforeNext);
    throw refusal;
  }
}
