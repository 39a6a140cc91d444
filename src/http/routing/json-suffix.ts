import type { FastifyInstance } from 'fastify';

/** For each Fastify instance, whether a path that ends in `.json` is accepted without this suffix too. */
const rules = new WeakMap<FastifyInstance, (path: string) => boolean>();

/** In a last segment like a project's `namespace%2Fpath`, the suffix belongs to the path. */
const SUFFIXED = /\/(?:(?!%2F)[^/])+\.json\/?$/i;

/** Accepts paths below a prefix with the suffix `.json`, which the clients of older servers append. */
export function acceptJsonSuffix(fastify: FastifyInstance, prefix: () => string): void {
  const routes = new Set<string>();
  fastify.addHook('onRoute', ({ url }) => {
    if (url.endsWith('.json')) routes.add(url);
  });
  rules.set(
    fastify,
    (path) =>
      path.replace(/^\w+:\/\/[^/]*/, '').startsWith(`${prefix()}/`) &&
      SUFFIXED.test(path) &&
      !routes.has(path.replace(/\/$/, '')),
  );
}

/** Fastify calls it with each request before it looks for the route. */
export function rewriteUrl(this: FastifyInstance, { url = '' }: { url?: string }): string {
  if (!url.includes('.json')) return url;
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  const path = url.slice(0, end);
  return rules.get(this)?.(path) ? path.replace(/\.json\/?$/, '') + url.slice(end) : url;
}
