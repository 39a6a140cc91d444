import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '../pagination/page-headers.js';

const SUCCESS_HEADERS = [...PAGE_HEADERS, 'Idempotency-Replayed'];

/**
 * Removes headers that describe a response from the error that is sent instead. An interceptor may fail after they were
 * set: one of a host application, or that for sudo if it cannot record the request.
 */
export function removeSuccessHeaders(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, payload, done) => {
    if (reply.statusCode >= 400) for (const name of SUCCESS_HEADERS) reply.removeHeader(name);
    done(null, payload);
  });
}
