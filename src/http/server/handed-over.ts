import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { commonHeaders } from '../errors/private-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a host application had set before the service did. */
    hostHeaders?: ReturnType<FastifyReply['getHeaders']>;
    /** A page matched the path, but does not exist: the host application responds. */
    isHandedOver?: boolean;
  }
}

/** Must be added before the hook that sets the headers of the service. */
export function keepHostHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    request.hostHeaders = reply.getHeaders();
    done();
  });
}

/** The response then has the headers of the host application only. */
export function handOver(request: FastifyRequest, reply: FastifyReply): void {
  request.isHandedOver = true;
  clearTimeout(request.deadline);
  for (const [name, value] of Object.entries(commonHeaders(request))) {
    // A later hook of the host may have replaced it.
    if (reply.getHeader(name) !== value) continue;
    const before = request.hostHeaders?.[name];
    if (before === undefined) reply.removeHeader(name);
    else reply.header(name, before);
  }
}
