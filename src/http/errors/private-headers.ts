/** The exact Content-Type of every JSON response. */
export const JSON_TYPE = 'application/json';

/** Responses depend on the caller, so shared caches must not store them, and browsers must not guess their type. */
export const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};
