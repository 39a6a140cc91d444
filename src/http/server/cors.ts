import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { sendError } from '../errors/send-error.js';
import { PAGE_HEADERS } from '../pagination/page-headers.js';
import { RATE_LIMIT_HEADERS } from '../routing/operation.js';
import type { RouteTable } from '../routing/route-table.js';

/** Response headers that scripts in a browser can read. */
const EXPOSED_HEADERS = [
  ...PAGE_HEADERS,
  ...RATE_LIMIT_HEADERS,
  ...['Idempotency-Replayed', 'Retry-After', 'X-Request-Id'],
];

/** Allows pages of these origins to call the service from a browser. Without origins, CORS is off. */
export async function enableCors(
  fastify: FastifyInstance,
  origins: '*' | string[],
  routes: RouteTable,
): Promise<void> {
  if (origins.length === 0) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    // OPTIONS without a preflight's headers: the plugin would reject it with its own error format.
    const { origin, 'access-control-request-method': method } = request.headers;
    const isPlainOptions = request.method === 'OPTIONS' && !(origin && method);
    if (isPlainOptions && routes.owns(request)) sendError(reply, routes.noRouteError(request.url));
    else done();
  });
  const options = {
    origin: origins === '*' ? origins : origins.map(withAnyPort),
    exposedHeaders: EXPOSED_HEADERS,
    allowedHeaders: ['PRIVATE-TOKEN', 'Authorization', 'Sudo', 'Content-Type', 'Idempotency-Key'],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    maxAge: 600,
  };
  await fastify.register(cors, {
    delegator: (request, callback) => {
      callback(null, routes.owns(request) ? options : { origin: false });
    },
  });
}

/** `http://localhost:*` matches `http://localhost` with every port, and without one. */
function withAnyPort(origin: string): string | RegExp {
  const host = /^(.+):\*$/.exec(origin)?.[1];
  return host === undefined ? origin : new RegExp(`^${host.replace(/[^\w:/-]/g, '\\$&')}(:\\d+)?$`);
}
