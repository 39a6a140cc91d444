import type { RequestScope } from '../../database/request-scope.js';

/** What the response says about a rate limit that the request counts towards. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Until the window ends. */
  resetMs: number;
}

const states = new WeakMap<RequestScope, RateLimitState>();

/** Sets what the headers of the response say. Services know the scope of the request, but not the request. */
export function setRateLimit(scope: RequestScope, state: RateLimitState): void {
  states.set(scope, state);
}

export const rateLimitOf = (scope: RequestScope): RateLimitState | undefined => states.get(scope);

export const rateLimitHeaders = ({
  limit,
  remaining,
  resetMs,
}: RateLimitState): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': wholeSeconds(resetMs),
});

export const wholeSeconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));
