import type { Schema } from '../http/schema/schema.js';
import type { Header, Reference } from './document-types.js';

const count: Schema = { type: 'integer', minimum: 0 };
const pageOrNone: Schema = { type: 'string', pattern: '^\\d*$' };

/** Of every list that is given in pages. */
export const pageHeaders: Record<string, Header> = {
  Link: {
    description: 'The pages around this one: rel prev, next, first and last.',
    required: true,
    schema: {
      type: 'string',
      examples: ['<http://127.0.0.1:3000/api/v3/users?page=2&per_page=20>; rel="next"'],
    },
  },
  'X-Per-Page': { description: 'Items on a page.', required: true, schema: count },
  'X-Page': { description: 'This page; not by keyset.', schema: count },
  'X-Next-Page': { description: 'The next page, or empty; not by keyset.', schema: pageOrNone },
  'X-Prev-Page': { description: 'The page before, or empty; not by keyset.', schema: pageOrNone },
  'X-Total': { description: 'Items of the list; not by keyset, nor of long lists.', schema: count },
  'X-Total-Pages': { description: 'Pages of the list, where X-Total is given.', schema: count },
};

/** The headers operations share, by name. */
export const sharedHeaders: Record<string, Header> = {
  'X-Request-Id': {
    description: 'The id under which the log of the service knows the request.',
    required: true,
    // A UUID, unless an application the service is mounted in numbers its requests another way.
    schema: { type: 'string', minLength: 1 },
  },
  'Retry-After': {
    description: 'Whole seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  ...pageHeaders,
};

/** The headers of an answer: every one has the id. */
export function headersOf(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
