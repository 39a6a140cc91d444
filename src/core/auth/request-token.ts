import type { FastifyRequest } from 'fastify';
import { parameter } from '../../http/input/input.js';
import type { Person } from './actor.js';
import type { People } from './people.js';
import { digest } from './secrets.js';

/** The most characters of a token, which ADMIN_TOKEN may have. Longer ones are unknown without being hashed. */
const MAX_LENGTH = 255;

/** Both names of the parameter, in the order in which they count. */
export const TOKEN_PARAMETERS = ['private_token', 'access_token'];

/**
 * The parameter wins, then PRIVATE-TOKEN, then Bearer. An empty parameter counts as absent. Before the body is parsed,
 * only the query is searched for the parameter.
 */
export function tokenOf(request: FastifyRequest): string | null {
  const inQuery = request.query as Record<string, unknown>;
  const given = TOKEN_PARAMETERS.map((name) => parameter(request, name) || inQuery[name]).find(
    Boolean,
  );
  if (given) return typeof given === 'string' ? given : null;
  const { 'private-token': header, authorization } = request.headers;
  if (typeof header === 'string' && header !== '') return header;
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** The digest of a token. Null for one that is too long to be a token of anybody. */
export const digestOf = (token: string): string | null =>
  token.length <= MAX_LENGTH ? digest(token) : null;

/** The user whose token has this digest, also if they are blocked. */
export async function personOf(people: People, tokenDigest: string | null): Promise<Person | null> {
  return tokenDigest === null ? null : people.findByTokenDigest(tokenDigest);
}
