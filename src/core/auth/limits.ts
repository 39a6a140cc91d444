import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../base/config/config.js';
import type { RequestScope } from '../../database/request-scope.js';
import { TooManyRequests } from '../../http/errors/errors.js';
import {
  rateLimitOf,
  setRateLimit,
  type RateLimitState,
} from '../../http/errors/rate-limit-headers.js';
import { addressKey } from '../../http/server/client-address.js';
import { SealedTokens } from './sealed-tokens.js';
import { LimitStore } from './limit-store.js';
import { count, type Reason } from '../../base/telemetry/observer.js';

type Limiter = RateLimiterAbstract | null;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Rate limits for failed authentication (by address and by account), for new notes and for mails to new addresses. If a
 * scope is passed, the headers of its response show the limit.
 */
@Injectable()
export class Limits {
  private failures: Limiter = null;
  private accounts: Limiter = null;
  private notes: Limiter = null;
  private mails: Limiter = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: LimitStore,
    private readonly tokens: SealedTokens,
  ) {
    this.forget();
  }

  /** Resets all counters. */
  forget(): void {
    const { limits } = this.config;
    const limiter = (name: Reason<'limit'>, points: number, durationMs: number) =>
      limits.enabled && points > 0 ? this.store.createCounter(name, points, durationMs) : null;
    this.failures = limiter('failures', limits.failedAuth, 3 * MINUTE_MS);
    this.accounts = limiter('accounts', limits.failedSignIns, 15 * MINUTE_MS);
    this.notes = limiter('notes', limits.notesPerMinute, MINUTE_MS);
    this.mails = limiter('mails', limits.mailsPerDay, DAY_MS);
  }

  /**
   * @returns gives the point back
   * @throws TooManyRequests too many authentications from this address have failed
   */
  countFailedAuthentication(scope: RequestScope | null, address: string): Promise<GiveBack> {
    return consume(scope, this.failures, addressKey(address));
  }

  /**
   * For requests without a token, which are no attempts to authenticate.
   *
   * @throws TooManyRequests too many authentications from this address have failed
   */
  async requireAttempts(address: string): Promise<void> {
    const used = await this.failures?.get(addressKey(address));
    if (this.failures && used && used.remainingPoints <= 0) {
      countHit(this.failures);
      throw new TooManyRequests(stateOf(this.failures, used));
    }
  }

  /**
   * Call before a password is compared: it takes the point of a failure, so that requests in parallel cannot guess more
   * often.
   *
   * @returns gives the point back. Call it when the sign-in has not failed
   * @throws TooManyRequests too many authentications from this address have failed
   */
  countSignIn(scope: RequestScope, address: string): Promise<GiveBack> {
    return consumeAttempt(scope, this.failures, addressKey(address));
  }

  /**
   * Like `countSignIn`, for all addresses together. Only the 429 shows this count.
   *
   * @param login as it was sent, normalized. Not the user: the 429 would then show which logins exist, and which belong to
   *   the same user
   */
  countSignInTo(login: string): Promise<GiveBack> {
    // Signed: people type passwords into this field by mistake, and Redis may keep the key.
    return consumeAttempt(null, this.accounts, `login ${this.tokens.sign(login)}`);
  }

  /**
   * Counts a sign-in to a user or to an entry of a directory, for all its logins together. Responses must not show this
   * count: it would show which logins belong to the same user.
   *
   * @returns gives the point back. Null beyond the limit
   */
  async countAttempt(account: string): Promise<GiveBack | null> {
    try {
      return await consumeAttempt(null, this.accounts, `account ${account}`);
    } catch (error) {
      if (error instanceof TooManyRequests) return null;
      throw error;
    }
  }

  /**
   * Like `countSignIn`, for a user who has to give the present password, from all addresses together.
   *
   * @throws TooManyRequests too many have failed
   */
  countPassword(scope: RequestScope, userId: number): Promise<GiveBack> {
    return consumeAttempt(scope, this.accounts, `password ${userId}`);
  }

  /** @throws TooManyRequests the user has created too many notes within a minute */
  async countNote(scope: RequestScope, userId: number): Promise<void> {
    await consume(scope, this.notes, String(userId));
  }

  /**
   * @returns gives the point back. Call it if no mail is sent
   * @throws TooManyRequests mails have been sent to too many addresses that the user has added within a day
   */
  countMail(scope: RequestScope, userId: number): Promise<GiveBack> {
    return consumeAttempt(scope, this.mails, String(userId));
  }
}

/** Gives a consumed point back, unless its window has ended: the next window must not begin with more points. */
export type GiveBack = () => Promise<void>;

/** Counters are created with these names only. */
const countHit = ({ keyPrefix }: RateLimiterAbstract): void => {
  count('limit', keyPrefix as Reason<'limit'>);
};

async function consume(
  scope: RequestScope | null,
  limiter: Limiter,
  key: string,
): Promise<GiveBack> {
  if (!limiter) return () => Promise.resolve();
  try {
    const used = await limiter.consume(key);
    const state = stateOf(limiter, used);
    // Of two limits, the response names the one with less left.
    if (scope && state.remaining <= (rateLimitOf(scope)?.remaining ?? Infinity))
      setRateLimit(scope, state);
    const endsAt = performance.now() + state.resetMs;
    return async () => {
      if (performance.now() < endsAt) await giveBack(scope, limiter, key);
    };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    countHit(limiter);
    throw new TooManyRequests(stateOf(limiter, error));
  }
}

/** Like `consume`, but a rejected call gives its point back: nothing was attempted. */
async function consumeAttempt(
  scope: RequestScope | null,
  limiter: Limiter,
  key: string,
): Promise<GiveBack> {
  try {
    return await consume(scope, limiter, key);
  } catch (error) {
    if (limiter && (await limiter.get(key))) await giveBack(null, limiter, key);
    throw error;
  }
}

async function giveBack(
  scope: RequestScope | null,
  limiter: RateLimiterAbstract,
  key: string,
): Promise<void> {
  const used = await limiter.reward(key);
  if (scope && used) setRateLimit(scope, stateOf(limiter, used));
}

function stateOf(limiter: RateLimiterAbstract, used: RateLimiterRes): RateLimitState {
  return {
    limit: limiter.points,
    remaining: Math.max(0, used.remainingPoints),
    // Never longer than the window, which a clock that was set back seems to extend. It ends by a timer.
    resetMs: Math.min(used.msBeforeNext, limiter.msDuration),
  };
}
