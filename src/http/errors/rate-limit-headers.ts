import type { RateLimitState } from '../../database/request-scope.js';

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
