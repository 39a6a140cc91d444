import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the client closed the connection before the end of the response. Set before the request is reported. */
    isAborted?: boolean;
  }
}

/**
 * Calls `report` once for each request: when its response has been sent, or when the service would have sent it but the
 * client has closed the connection. Fastify's `onResponse` leaves out the latter, and they are often the slowest requests.
 */
export function onRequestEnd(
  fastify: Pick<FastifyInstance, 'addHook'>,
  report: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  // An error in a later hook makes Fastify send another response, and a late `finish` runs `onResponse` after all.
  const reported = new WeakSet<FastifyRequest>();
  const reportOnce = (request: FastifyRequest, reply: FastifyReply) => {
    if (reported.has(request)) return;
    reported.add(request);
    report(request, reply);
  };
  const reportAborted = (request: FastifyRequest, reply: FastifyReply) => {
    if (reported.has(request)) return;
    request.isAborted = true;
    reportOnce(request, reply);
  };
  fastify.addHook('onResponse', (request, reply, done) => {
    reportOnce(request, reply);
    done();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = reply;
    if (raw.destroyed) reportAborted(request, reply);
    else {
      // `writableFinished` does not tell: it is also true if Node has dropped the response of a destroyed socket.
      let isSent = false;
      raw.once('finish', () => (isSent = true));
      raw.once('close', () => {
        if (!isSent) setImmediate(reportAborted, request, reply);
      });
    }
    done();
  });
}
