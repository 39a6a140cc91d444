import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyTooLarge } from '../http/errors/parser-errors.js';
import { OPERATION } from '../http/routing/operation.js';
import type { HostUsers } from './host-users.js';
import type { Limits } from './limits.js';
import type { People } from './people.js';
import { activeUser, tokenOf } from './request-token.js';

/** Bytes of a body without a valid token in a header or in the query. */
const MAX_ANONYMOUS = 65_536;
/** For operations that check a password. */
const MAX_SIGN_IN = 32_768;

interface Gate {
  people: People;
  limits: Limits;
  hostUsers: HostUsers;
}

/**
 * Rejects large bodies of unknown callers before they are read. The token guard looks up the token again when the
 * body has arrived: a user may be blocked meanwhile. Small bodies are looked up only then, because they may contain
 * the token.
 */
export function limitAnonymousBodies(
  fastify: FastifyInstance,
  { people, limits, hostUsers }: Gate,
): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const max = maxAnonymous(request);
    const length = lengthOf(request);
    if (length <= max || request.is404) done();
    else
      void checkToken(request, length, max).then(() => {
        done();
      }, done);
  });

  /** @throws Refused the body is longer than `max`, and the caller is unknown */
  async function checkToken(request: FastifyRequest, length: number, max: number): Promise<void> {
    const token = tokenOf(request);
    if (token === null) {
      if ((await hostUsers.find(request))?.state === 'active') return;
    } else {
      if (await activeUser(people, token)) return;
      // The response tells whether the token is valid, so a guess counts here too.
      await limits.countFailedAuthentication(null, request.ip);
      request.isFailureCounted = true;
    }
    if (Number.isFinite(length)) throw bodyTooLarge();
    request.maxBody = max;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The token in a header or in the query is invalid, and the limit of failures has counted it. */
    isFailureCounted?: boolean;
  }
}

const maxAnonymous = ({ routeOptions }: FastifyRequest): number =>
  routeOptions.config[OPERATION]?.options.authenticates ? MAX_SIGN_IN : MAX_ANONYMOUS;

/** Infinity for a body in chunks: its length is not known. */
function lengthOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}
