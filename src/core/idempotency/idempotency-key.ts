import type { FastifyRequest } from 'fastify';
import { Invalid } from '../../http/errors/errors.js';
import { isPlainObject, type PlainObject } from '../../http/input/plain-object.js';

const HEADER = 'Idempotency-Key';
const MAX_LENGTH = 255;

/** They say who sends the request. The stored responses of each user are separate. */
const WITHOUT_EFFECT = new Set(['private_token', 'access_token', 'sudo']);

/**
 * The Idempotency-Key of a request; undefined without the header.
 *
 * @throws Invalid the header is not 1 to 255 visible ASCII characters
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  // Node joins a repeated header with a comma and a space, and a space is not allowed.
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
    throw new Invalid({ [HEADER]: ['is invalid'] });
  if (key.length > MAX_LENGTH)
    throw new Invalid({ [HEADER]: [`is too long (maximum is ${MAX_LENGTH} characters)`] });
  return key;
}

/**
 * The path ids and all parameters as one text, sorted by name. As everywhere, the body wins over the query.
 */
export function contentOf({ params, query, body }: FastifyRequest): string {
  const given = { ...(query as PlainObject), ...(isPlainObject(body) ? body : {}) };
  const parameters = Object.entries(given).filter(([name]) => !WITHOUT_EFFECT.has(name));
  return JSON.stringify([params, Object.fromEntries(parameters)], sortedByName);
}

function sortedByName(_name: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
