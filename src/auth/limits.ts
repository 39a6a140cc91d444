import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import type { RateLimitState, RequestScope } from '../database/request-scope.js';
import { TooManyRequests } from '../http/errors/errors.js';
import { addressKey } from './address-key.js';
import { LimitCounters, type LimitCounter } from './limit-counters.js';

type Limiter = LimitCounter | null;

/** Rate limits for failed authentication and for new notes. They set `rateLimit` of the request's scope. */
@Injectable()
export class Limits {
  private failures: Limiter = null;
  private accounts: Limiter = null;
  private notes: Limiter = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly counters: LimitCounters,
  ) {
    this.forget();
  }

  /** Resets all counters. */
  forget(): void {
    const { limits } = this.config;
    const limiter = (keyPrefix: string, points: number, durationMs: number) =>
      limits.enabled && points > 0
        ? this.counters.create({ keyPrefix, points, duration: durationMs / 1000 })
        : null;
    this.failures = limiter('failures', limits.failedAuth, limits.failedAuthWindowMs);
    this.accounts = limiter('accounts', limits.failedSignIns, limits.failedSignInsWindowMs);
    this.notes = limiter('notes', limits.notesPerMinute, 60_000);
  }

  /** @throws TooManyRequests too many authentications from this address have failed */
  countFailedAuthentication(scope: RequestScope | null, address: string): Promise<void> {
    return consume(scope, this.failures, addressKey(address));
  }

  /**
   * For requests without a token, which are no attempts to authenticate.
   *
   * @throws TooManyRequests too many authentications from this address have failed
   */
  async requireAttempts(address: string): Promise<void> {
    const used = await this.failures?.get(addressKey(address));
    if (this.failures && used && used.remainingPoints <= 0)
      throw new TooManyRequests(stateOf(this.failures, used));
  }

  /**
   * Call before a password is compared: it takes the point of a failure, so that requests in parallel cannot guess more
   * often. `forgiveSignIn` gives it back.
   *
   * @throws TooManyRequests too many authentications from this address have failed
   */
  countSignIn(scope: RequestScope, address: string): Promise<void> {
    return consumeAttempt(scope, this.failures, addressKey(address));
  }

  /** Call when a sign-in has not failed. */
  async forgiveSignIn(scope: RequestScope, address: string): Promise<void> {
    await giveBack(scope, this.failures, addressKey(address));
  }

  /**
   * Like `countSignIn`, for all addresses together.
   *
   * @param account the id of the user, or the login if nobody has it: the limit must not tell which logins exist
   * @throws TooManyRequests too many sign-ins to this account have failed
   */
  countSignInTo(scope: RequestScope, account: number | string): Promise<void> {
    return consumeAttempt(scope, this.accounts, accountKey(account));
  }

  /** Call when a sign-in to the account has not failed. */
  async forgiveSignInTo(account: number | string): Promise<void> {
    await giveBack(null, this.accounts, accountKey(account));
  }

  /**
   * Counts a sign-in to an entry of a directory, under whichever name. Responses must not show this count: it would
   * tell which names lead to the same entry.
   *
   * @returns what to call when the sign-in has not failed. Null beyond the limit
   */
  async countAttempt(entry: string): Promise<(() => Promise<void>) | null> {
    const key = `entry ${entry}`;
    try {
      await consume(null, this.accounts, key);
      return () => giveBack(null, this.accounts, key);
    } catch (error) {
      await giveBack(null, this.accounts, key);
      if (error instanceof TooManyRequests) return null;
      throw error;
    }
  }

  /** @throws TooManyRequests the user has created too many notes within a minute */
  async countNote(scope: RequestScope, userId: number): Promise<void> {
    if (scope.isRehearsal) return;
    await consume(scope, this.notes, String(userId));
  }
}

/** A login is hashed: people type passwords there by mistake, and Redis may keep it. */
const accountKey = (account: number | string): string =>
  typeof account === 'number'
    ? `id ${account}`
    : `login ${createHash('sha256').update(account).digest('base64url')}`;

async function consume(scope: RequestScope | null, limiter: Limiter, key: string): Promise<void> {
  if (!limiter) return;
  try {
    const state = stateOf(limiter, await limiter.consume(key));
    // Of two limits, the response names the one with less left.
    if (scope && state.remaining <= (scope.rateLimit?.remaining ?? Infinity))
      scope.rateLimit = state;
  } catch (error) {
    if (error instanceof RateLimiterRes) throw new TooManyRequests(stateOf(limiter, error));
    throw error;
  }
}

/** Beyond the limit no password is checked, so it was no attempt. */
async function consumeAttempt(scope: RequestScope, limiter: Limiter, key: string): Promise<void> {
  try {
    await consume(scope, limiter, key);
  } catch (error) {
    await giveBack(null, limiter, key);
    throw error;
  }
}

async function giveBack(scope: RequestScope | null, limiter: Limiter, key: string): Promise<void> {
  const used = await limiter?.reward(key);
  if (scope && limiter && used) scope.rateLimit = stateOf(limiter, used);
}

function stateOf(limiter: LimitCounter, used: RateLimiterRes): RateLimitState {
  return {
    limit: limiter.points,
    remaining: Math.max(0, used.remainingPoints),
    // Never longer than the window, which a clock that was set back seems to extend. It ends by a timer.
    resetMs: Math.min(used.msBeforeNext, limiter.msDuration),
  };
}
