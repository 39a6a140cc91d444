import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { Overloaded } from '../errors/errors.js';

/** Shorter responses, in characters, are not counted: the buffers of a connection hold most of one. */
const COUNTED = 16_384;
/**
 * A user may leave this many bytes unread even if other clients have used up the budget. So may a client without a user
 * when another one has used up the budget of strangers: pages are public, and one client must not close them.
 */
export const ORDINARY = 524_288;
/** Bytes of all counted responses that clients have not read yet. */
const BUDGET = 67_108_864;
/** The most that one user takes of the budget. A larger page needs as much room. */
const BUDGET_OF_ONE = BUDGET / 2;
/** The most that all requests without a user take of the budget. */
const BUDGET_OF_STRANGERS = BUDGET / 2;
/** The same with their ordinary responses: somebody may have many addresses. */
const ORDINARY_OF_STRANGERS = BUDGET_OF_STRANGERS * 2;
/** A client must have read a counted response after this time. */
const READ_MS = 300_000;

const logger = new ServiceLogger('responses');

/** Who gets a response. */
export interface RequestOwner {
  /** The same text for all requests of one user, or of one address without a user. */
  key: string;
  isStranger: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    unreadResponses: UnreadBytes;
  }
}

/**
 * Limits the memory of long responses, such as a page of long notes. Without it, clients that ask for one and do not
 * read it would hold as many copies as they have connections. Requests beyond the limit get 503: reads when their
 * response is made, writes before they begin. Of writes that run at once, the last may still exceed the limit twice:
 * then the connection is closed. A client that reads too slowly is disconnected.
 */
export function limitUnreadResponses(
  fastify: FastifyInstance,
  ownerOf: (request: FastifyRequest) => RequestOwner,
  readMs = READ_MS,
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
      done(new Overloaded('unread_responses'));
      return;
    }
    if (!unread.hasRoom(owner, bytes, 2)) {
      disconnect(request, reply, 'A client that reads no responses was disconnected');
      done();
      return;
    }
    unread.add(owner, bytes);
    const timer = setTimeout(() => {
      disconnect(request, reply, 'A client that read a response too slowly was disconnected');
    }, readMs).unref();
    reply.raw.once('close', () => {
      clearTimeout(timer);
      unread.add(owner, -bytes);
    });
    done();
  });
}

function disconnect(
  { id: requestId }: FastifyRequest,
  { raw }: FastifyReply,
  message: string,
): void {
  logger.warn({ message, requestId });
  raw.destroy();
}

/** Bytes of responses that clients have not read yet, by the owner of the request. */
export class UnreadBytes {
  private total = 0;
  private ofStrangers = 0;
  private readonly byOwner = new Map<string, number>();

  /**
   * An owner who has read everything gets one response of any size.
   *
   * @param times the budgets are multiplied by this
   */
  hasRoom({ key, isStranger }: RequestOwner, bytes: number, times = 1): boolean {
    const held = this.of(key);
    const more = held === 0 ? Math.min(bytes, BUDGET_OF_ONE) : bytes;
    const ofStrangers = this.ofStrangers + more;
    if (held + more <= ORDINARY) return !isStranger || ofStrangers <= ORDINARY_OF_STRANGERS * times;
    if (isStranger && ofStrangers > BUDGET_OF_STRANGERS * times) return false;
    // Bytes of strangers beyond their own budget do not count against users.
    const beyond = Math.max(0, this.ofStrangers - BUDGET_OF_STRANGERS);
    return this.total - beyond + more <= BUDGET * times && held + more <= BUDGET_OF_ONE * times;
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
