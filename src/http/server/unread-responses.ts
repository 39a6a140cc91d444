import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceLogger } from '../../log/service-logger.js';
import { Overloaded } from '../errors/errors.js';
import { PAGE_HEADERS } from '../pagination/page-headers.js';
import { PATIENCE_MS, type PaceLimits } from '../pagination/reading-pace.js';
import type { RequestOwner } from '../input/request-owner.js';

/** Shorter responses, in characters, are not counted: the buffers of a connection hold most of one. */
const COUNTED = 16_384;
/**
 * Bytes of a response that a user gets whatever others have not read, as long as the user has read the ones before.
 * Strangers get it too while one of them holds their whole budget: pages are public.
 */
export const ORDINARY = 524_288;
/** Bytes of all counted responses that clients have not read yet. */
const BUDGET = 67_108_864;
/** The most that one user takes of the budget. */
const BUDGET_OF_ONE = BUDGET / 2;
/** The most that all requests without a user take of the budget. */
const BUDGET_OF_STRANGERS = BUDGET / 2;
/** The same with their ordinary responses: somebody may have many addresses. */
const ORDINARY_OF_STRANGERS = BUDGET_OF_STRANGERS * 2;

const logger = new ServiceLogger('responses');

declare module 'fastify' {
  interface FastifyRequest {
    unreadResponses: UnreadBytes;
  }
}

/**
 * Limits the memory of long responses that are sent as a whole, such as a note of 1 MB or the code of a snippet. Without
 * it, clients that ask for one and do not read it would hold as many copies as they have connections. Requests beyond
 * the limit get 503: reads when their response is made, writes before they begin. Of writes that run at once, the last
 * may still exceed the limit twice: then the connection is closed. A client that reads too slowly is disconnected.
 */
export function limitUnreadResponses(
  fastify: FastifyInstance,
  pace: PaceLimits,
  ownerOf: (request: FastifyRequest) => RequestOwner,
): void {
  const unread = new UnreadBytes();
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.unreadResponses = unread;
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { method } = request;
    if (typeof payload !== 'string' || payload.length < COUNTED || method === 'HEAD') {
      done();
      return;
    }
    // The client has gone already, and its `close` with it: nothing would give the bytes back.
    if (reply.raw.destroyed || reply.raw.closed) {
      done();
      return;
    }
    const bytes = Buffer.byteLength(payload);
    const owner = ownerOf(request);
    if (method === 'GET' && !unread.hasRoom(owner, bytes)) {
      for (const name of PAGE_HEADERS) reply.removeHeader(name);
      done(new Overloaded('unread_responses'));
      return;
    }
    if (!unread.hasRoom(owner, bytes, 2)) {
      logger.warn({
        message: 'A client that reads no responses was disconnected',
        requestId: request.id,
      });
      reply.raw.destroy();
      done();
      return;
    }
    unread.add(owner, bytes);
    const timer = disconnectLater(request, reply, bytes, pace);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      unread.add(owner, -bytes);
    });
    done();
  });
}

function disconnectLater(
  { id: requestId }: FastifyRequest,
  { raw }: FastifyReply,
  bytes: number,
  { bytesPerSecond, ms }: PaceLimits,
): NodeJS.Timeout {
  const allowed = Math.min(ms, PATIENCE_MS + (bytes * 1_000) / bytesPerSecond);
  return setTimeout(() => {
    logger.warn({
      message: 'A client that read a response too slowly was disconnected',
      requestId,
    });
    raw.destroy();
  }, allowed).unref();
}

/** Bytes of responses that clients have not read yet, by the owner of the request. */
export class UnreadBytes {
  private total = 0;
  private ofStrangers = 0;
  private readonly byOwner = new Map<string, number>();

  /** @param times the budgets are multiplied by this */
  hasRoom({ key, isStranger }: RequestOwner, bytes: number, times = 1): boolean {
    const ofOwner = this.of(key) + bytes;
    const ofStrangers = this.ofStrangers + bytes;
    if (ofOwner <= ORDINARY) return !isStranger || ofStrangers <= ORDINARY_OF_STRANGERS * times;
    if (isStranger && ofStrangers > BUDGET_OF_STRANGERS * times) return false;
    // What strangers hold beyond their budget takes nothing from users.
    const beyond = Math.max(0, this.ofStrangers - BUDGET_OF_STRANGERS);
    return this.total - beyond + bytes <= BUDGET * times && ofOwner <= BUDGET_OF_ONE * times;
  }

  /**
   * For a write, before it changes anything: its response must be sent.
   *
   * @throws Overloaded the owner has too much unread, or all clients together have
   */
  requireRoom(owner: RequestOwner): void {
    if (!this.hasRoom(owner, 0)) throw new Overloaded('unread_responses');
  }

  /** @param bytes negative when the client has read them or has gone */
  add({ key, isStranger }: RequestOwner, bytes: number): void {
    this.total += bytes;
    if (isStranger) this.ofStrangers += bytes;
    const ofOwner = this.of(key) + bytes;
    if (ofOwner === 0) this.byOwner.delete(key);
    else this.byOwner.set(key, ofOwner);
  }

  private of(key: string): number {
    return this.byOwner.get(key) ?? 0;
  }
}
