import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { RouteTable } from '../routing/route-table.js';

type Hook = (this: FastifyInstance, ...given: unknown[]) => unknown;

/** Hooks that are called for a request, with it first and what goes on last. */
const OF_REQUESTS = ['onRequest', 'preHandler', 'preSerialization', 'onSend', 'onResponse'];

/**
 * A Fastify the service shares with the application it is mounted in: hooks that are added through this see
 * the requests and routes of the service, and nothing of the others.
 */
export function scopedTo(routes: RouteTable, fastify: FastifyInstance): FastifyInstance {
  const add = fastify.addHook.bind(fastify) as (name: string, hook: Hook) => FastifyInstance;
  const addHook = (name: string, hook: Hook): FastifyInstance => {
    if (name === 'onRoute') {
      return add(name, (route) => {
        if (routes.has((route as RouteOptions).url)) hook.call(fastify, route);
      });
    }
    if (!OF_REQUESTS.includes(name)) return add(name, hook);
    return add(name, (request, ...rest) => {
      if (routes.owns(request as FastifyRequest)) return hook.call(fastify, request, ...rest);
      const goOn = rest.at(-1) as () => void;
      goOn();
      return undefined;
    });
  };
  return Object.assign(Object.create(fastify) as FastifyInstance, { addHook });
}
