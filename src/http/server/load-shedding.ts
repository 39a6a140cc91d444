import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../errors/errors.js';
import { sendError } from '../errors/send-error.js';
import { isHealthCheck } from '../routing/operation.js';
import { ConcurrencyLimit, type Admission } from './concurrency-limit.js';
import { atMostEvery, LOG_INTERVAL_MS } from '../../base/log/at-most-every.js';
import { count } from '../../base/telemetry/observer.js';
import { TurnQueue } from './turn-queue.js';

/**
 * Shed requests get their responses together, at this interval. Clients that retry at once would otherwise use the
 * CPU time that accepted requests need.
 */
const HOLD_MS = 30;
/** The interval is longer if it takes long to send them. */
const HOLD_FACTOR = 3;
/** Shed requests should get their responses within 50 ms. */
const MAX_HOLD_MS = 40;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the request counts as in flight. */
    admission?: Admission | null;
  }
}

/** Returns 503 for requests that could not be answered in time. Call it after CORS has added its hooks. */
export function addLoadShedding(
  fastify: FastifyInstance,
  log: { warn(message: string): void },
): void {
  // Reads and writes use different connections, so one kind can be fast while the other is slow.
  const reads = new ConcurrencyLimit();
  const writes = new ConcurrencyLimit();
  const limitOf = ({ method }: FastifyRequest) =>
    method === 'GET' || method === 'HEAD' ? reads : writes;
  const queue = new TurnQueue();
  const refuse = refuser(log);
  fastify.server.on('connection', () => {
    queue.connect();
  });

  // Before the body is read.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isHealthCheck(request) && limitOf(request).isReached(performance.now())) refuse(reply);
    else done();
  });
  // After the body is read: a client that sends slowly must not use up the limit.
  fastify.addHook('preHandler', (request, reply, done) => {
    if (isHealthCheck(request)) {
      done();
      return;
    }
    request.admission = limitOf(request).enter(performance.now());
    queue.run(() => {
      // The request may have timed out while it waited.
      if (!reply.sent) done();
    });
  });
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    const { admission } = request;
    if (admission) {
      // Not deleted: V8 would read all other properties of the request more slowly from then on.
      request.admission = null;
      limitOf(request).leave(admission, performance.now());
    }
    done();
  });
}

function refuser(log: { warn(message: string): void }): (reply: FastifyReply) => void {
  let held: FastifyReply[] = [];
  let holdMs = HOLD_MS;
  const isLogDue = atMostEvery(LOG_INTERVAL_MS);
  const send = () => {
    const replies = held;
    held = [];
    const begin = performance.now();
    for (const reply of replies) sendError(reply, new Unavailable());
    const end = performance.now();
    holdMs = Math.min(Math.max(HOLD_MS, HOLD_FACTOR * (end - begin)), MAX_HOLD_MS);
    if (isLogDue()) log.warn('overload: requests that cannot be answered in time get 503');
  };
  return (reply) => {
    count('shedding', 'overload');
    if (held.push(reply) === 1) setTimeout(send, holdMs);
  };
}
