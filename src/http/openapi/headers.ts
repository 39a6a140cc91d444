import type { PAGE_HEADERS } from '../pagination/page-headers.js';
import type { Schema } from '../schema/schema.js';
import type { Header, Reference } from './document-types.js';

const count = (example: number): Schema => ({ type: 'integer', minimum: 0, examples: [example] });
const pageNumberOrEmpty = (example: string): Schema => ({
  type: 'string',
  pattern: '^\\d*$',
  examples: [example],
});

/** Headers of paginated lists. */
export const PAGE_HEADER_TEXTS: Record<(typeof PAGE_HEADERS)[number], Header> = {
  Link: {
    description: 'Links to other pages: rel prev, next, first and last.',
    required: true,
    schema: {
      type: 'string',
      examples: ['<http://127.0.0.1:3000/api/v3/users?page=2&per_page=20>; rel="next"'],
    },
  },
  'X-Per-Page': { description: 'Items per page.', required: true, schema: count(20) },
  'X-Page': {
    description: 'Number of this page. Absent with keyset pagination.',
    schema: count(1),
  },
  'X-Next-Page': {
    description: 'Number of the next page, or empty. Absent with keyset pagination.',
    schema: pageNumberOrEmpty('2'),
  },
  'X-Prev-Page': {
    description: 'Number of the previous page, or empty. Absent with keyset pagination.',
    schema: pageNumberOrEmpty(''),
  },
  'X-Total': {
    description: 'Items in the list. Absent with keyset pagination and for more than 10,000 items.',
    schema: count(21),
  },
  'X-Total-Pages': {
    description: 'Pages in the list. Absent if X-Total is absent.',
    schema: count(2),
  },
};

/** All headers that several operations share, by name. */
export const sharedHeaders: Record<string, Header> = {
  'X-Request-Id': {
    description: 'Id of the request in the log of the service.',
    required: true,
    // Not always a UUID: a host application can generate request ids in its own way.
    schema: { type: 'string', minLength: 1, examples: ['6f1c0f1e-3c1b-4f0e-9d2a-7a5b8c9d0e1f'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [5] },
  },
  'RateLimit-Limit': {
    description:
      'Requests within a window. Absent if the limit is off or the request did not count.',
    schema: { type: 'integer', minimum: 1, examples: [30] },
  },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: count(29) },
  'RateLimit-Reset': {
    description: 'Seconds until the window ends.',
    schema: { type: 'integer', minimum: 1, examples: [180] },
  },
  'Idempotency-Replayed': {
    description:
      '`true` if this is the response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', pattern: '^true$', examples: ['true'] },
  },
  ...PAGE_HEADER_TEXTS,
};

/** References to these headers and to X-Request-Id, which every response has. */
export function headersOf(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
