import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyTooLarge } from '../http/errors/parser-errors.js';
import { FREE } from '../http/input/body-memory.js';
import { OPERATION } from '../http/routing/operation.js';
import { addressKey } from './address-key.js';
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
 * Looks up the sender before a body is read. Rejects large bodies of unknown senders, and counts the memory of their
 * other bodies by address. The token guard looks up the token again when the body has arrived: a user may be blocked
 * meanwhile, and the body may contain the token. Bodies that take no counted memory are looked up only then.
 */
export function limitAnonymousBodies(
  fastify: FastifyInstance,
  { people, limits, hostUsers }: Gate,
): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const length = lengthOf(request);
    if (length <= FREE || request.is404) done();
    else
      void checkSender(request, length).then(() => {
        done();
      }, done);
  });

  /** @throws Refused the body is too large for an unknown sender */
  async function checkSender(request: FastifyRequest, length: number): Promise<void> {
    const token = tokenOf(request);
    const isKnown =
      token === null
        ? (await hostUsers.find(request))?.state === 'active'
        : (await activeUser(people, token)) !== null;
    if (isKnown) return;
    if (request.heldBody) request.heldBody.stranger = addressKey(request.ip);
    const max = maxAnonymous(request);
    if (length <= max) return;
    if (token !== null) {
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
