import type { FastifyRequest } from 'fastify';

/** The exact Content-Type of every JSON response. */
export const JSON_TYPE = 'application/json';

/**
 * Headers of every response; pages and files replace some. Responses depend on the caller, so shared caches must not
 * store them. Browsers must not guess their type, run or embed anything in them, or send their address, which can
 * contain a token, to other sites.
 */
export const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Of every response of the service. */
export const commonHeaders = (request: FastifyRequest): Record<string, string> => ({
  'x-request-id': request.id,
  ...PRIVATE_HEADERS,
});
