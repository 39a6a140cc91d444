import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from '../http/errors/errors.js';
import { bodyTooLarge } from '../http/errors/parser-errors.js';
import { FREE } from '../http/input/body-memory.js';
import { operationOf } from '../http/routing/operation.js';
import type { HostUsers } from './host-users.js';
import type { GiveBack, Limits, Shown } from './limits.js';
import type { People } from './people.js';
import { ownerOf } from './request-owner.js';
import { digestOf, personOf, tokenOf } from './request-token.js';

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
 * Looks up the sender before a body is read. Counts the memory of bodies by user, and by address for unknown senders.
 * Rejects large bodies of unknown senders, and counts an unknown token as a failed authentication. The token guard looks
 * up the token again when the body has arrived: a user may be blocked meanwhile, and the body may contain the token. It
 * also takes the failure back if the route needs no token.
 * If a body is too small to count, only the guard looks up the token.
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
    const found = await (token === null
      ? hostUsers.find(request)
      : personOf(people, digestOf(token)));
    const sender = found?.state === 'active' ? found : null;
    if (request.heldBody) request.heldBody.owner = ownerOf(sender, request.ip);
    if (sender) return;
    const max = maxAnonymous(request);
    const isTooLarge = length > max && Number.isFinite(length);
    // 413 and 503 tell that the token is not valid, so a guess counts before the body is read.
    if (token !== null) await countGuess(request, token, isTooLarge);
    if (isTooLarge) throw bodyTooLarge();
    if (length > max) request.maxBody = max;
  }

  /** @throws TooManyRequests too many failures, and the body will not be read */
  async function countGuess(
    request: FastifyRequest,
    token: string,
    isTooLarge: boolean,
  ): Promise<void> {
    try {
      const shown: Shown = {};
      const giveBack = await limits.countToken(shown, request.ip);
      request.countedFailure = { token, giveBack, shown };
    } catch (error) {
      // The body may contain a valid token, which works beyond the limit. The guard counts again if it does not.
      if (isTooLarge || !(error instanceof TooManyRequests)) throw error;
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The token in a header or in the query is invalid, and the limit of failures has counted it. */
    countedFailure?: { token: string; giveBack: GiveBack; shown: Shown };
  }
}

const maxAnonymous = (request: FastifyRequest): number =>
  operationOf(request)?.authenticates ? MAX_SIGN_IN : MAX_ANONYMOUS;

/** Infinity for a body in chunks: its length is not known. */
function lengthOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}
