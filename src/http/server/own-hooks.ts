import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { RouteTable } from '../routing/route-table.js';

type Hook = (this: FastifyInstance, ...given: unknown[]) => unknown;

/** Hooks that Fastify calls with the request first and the callback last. */
const REQUEST_HOOKS = ['onRequest', 'preHandler', 'preSerialization', 'onSend', 'onResponse'];

/**
 * Returns a view of the Fastify instance of a host application. Hooks that are added to it run only for requests and
 * routes of the service.
 */
export function withOwnHooks(routes: RouteTable, fastify: FastifyInstance): FastifyInstance {
  const add = fastify.addHook.bind(fastify) as (name: string, hook: Hook) => FastifyInstance;
  const addHook = (name: string, hook: Hook): FastifyInstance => {
    if (name === 'onRoute') {
      return add(name, (route) => {
        if (routes.ownsRoute(route as RouteOptions)) hook.call(fastify, route);
      });
    }
    if (!REQUEST_HOOKS.includes(name)) return add(name, hook);
    return add(name, (request, ...rest) => {
      if (routes.owns(request as FastifyRequest)) return hook.call(fastify, request, ...rest);
      const done = rest.at(-1) as () => void;
      done();
      return undefined;
    });
  };
  return Object.assign(Object.create(fastify) as FastifyInstance, { addHook });
}
