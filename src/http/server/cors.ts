import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from '../routing/route-table.js';
import { sendError } from './server.js';

/** Headers a browser's script may read. */
const EXPOSED_HEADERS = [
  ...['Link', 'X-Total', 'X-Total-Pages', 'X-Page', 'X-Per-Page', 'X-Next-Page', 'X-Prev-Page'],
  ...['Retry-After', 'X-Request-Id'],
];

/** Lets the pages of these origins call the service from a browser. Without any, CORS is off. */
export async function allowOrigins(
  fastify: FastifyInstance,
  origins: '*' | string[],
  routes: RouteTable,
): Promise<void> {
  if (origins.length === 0) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    // An OPTIONS that is no preflight, which the plugin would refuse in a form of its own.
    const { origin, 'access-control-request-method': method } = request.headers;
    const isOther = request.method === 'OPTIONS' && !(origin && method);
    if (isOther && routes.owns(request)) sendError(reply, routes.refusalOf(request.url));
    else done();
  });
  const options = {
    origin: origins,
    exposedHeaders: EXPOSED_HEADERS,
    allowedHeaders: ['PRIVATE-TOKEN', 'Authorization', 'Sudo', 'Content-Type'],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    maxAge: 600,
  };
  await fastify.register(cors, {
    delegator: (request, callback) => {
      callback(null, routes.owns(request) ? options : { origin: false });
    },
  });
}
