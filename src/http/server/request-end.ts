import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `report` once for each request: when its response has been sent, or when the service would have sent it but the
 * client has closed the connection. Fastify's `onResponse` leaves out the latter, and they are often the slowest requests.
 */
export function onRequestEnd(
  fastify: Pick<FastifyInstance, 'addHook'>,
  report: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    report(request, reply);
    done();
  });
  const abandoned = new WeakSet<FastifyRequest>();
  const reportAbandoned = (request: FastifyRequest, reply: FastifyReply) => {
    // An error in a later hook makes Fastify send another response.
    if (reply.raw.writableFinished || abandoned.has(request)) return;
    abandoned.add(request);
    report(request, reply);
  };
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (hasGone(reply)) reportAbandoned(request, reply);
    else
      reply.raw.once('close', () => {
        reportAbandoned(request, reply);
      });
    done();
  });
}

/** True if the client has closed the connection before the end of the response. */
export const hasGone = ({ raw }: FastifyReply): boolean => raw.destroyed && !raw.writableFinished;
