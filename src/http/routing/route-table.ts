import { Injectable } from '@nestjs/common';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotAllowed, RouteNotFound } from '../errors/errors.js';

/** Knows all routes: which belong to the service, and which methods a path has (for 405 and the `Allow` header). */
@Injectable()
export class RouteTable {
  private readonly routes: [method: HTTPMethod, url: string][] = [];
  private table?: Table;
  private own: { paths: ReadonlySet<string>; prefix: string } | null = null;

  /** In a host application, the service owns these paths and all URLs below the prefix. */
  setOwnPaths(paths: readonly string[], prefix: string): void {
    this.own = { paths: new Set(paths), prefix };
  }

  get isShared(): boolean {
    return this.own !== null;
  }

  /** True if the request is for the service, not for the host application. */
  owns({ routeOptions, url }: FastifyRequest): boolean {
    if (this.own === null) return true;
    return this.ownsPath(routeOptions.url ?? '') || url.startsWith(`${this.own.prefix}/`);
  }

  /** True if the route belongs to the service. */
  ownsPath(path: string): boolean {
    return this.own?.paths.has(path) ?? true;
  }

  /** Must be called before routes are added. */
  recordRoutes(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat() as HTTPMethod[]) {
        // CORS adds OPTIONS to every path, so it says nothing about which paths exist.
        if (verb !== 'OPTIONS') this.routes.push([verb, url]);
      }
    });
  }

  /** The error for a URL without a route: 405 if the path has other methods, else 404. */
  noRouteError(url: string): NotAllowed | RouteNotFound {
    const path = url.split('?', 1)[0] ?? '';
    // Built on first use, to keep the start fast.
    const { router, methods } = (this.table ??= tableOf(this.routes));
    const allowed = [...methods].filter((method) => isFound(router.find(method, path)));
    return allowed.length > 0 ? new NotAllowed(allowed) : new RouteNotFound();
  }
}

interface Table {
  router: ReturnType<typeof findMyWay>;
  methods: Set<HTTPMethod>;
}

/** find-my-way accepts empty parameters, so `/` would match `/:username`. Nest rejects them. */
const isFound = (route: ReturnType<Table['router']['find']>): boolean =>
  route !== null && !Object.values(route.params).includes('');

function tableOf(routes: readonly [method: HTTPMethod, url: string][]): Table {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 16_384 });
  for (const [method, url] of routes) {
    if (!router.hasRoute(method, url)) router.on(method, url, () => undefined);
  }
  return { router, methods: new Set(routes.map(([method]) => method)) };
}
