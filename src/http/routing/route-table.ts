import { Injectable } from '@nestjs/common';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotAllowed, RouteNotFound } from '../errors/errors.js';
import { OPERATION } from './operation.js';
import { PublicUrl } from './public-url.js';

/** Knows all routes: which belong to the service, and which methods a path has (for 405 and the `Allow` header). */
@Injectable()
export class RouteTable {
  private readonly routes: [method: HTTPMethod, url: string][] = [];
  private table?: Table;
  private apiPrefix: string | null = null;
  /** What a host application does with requests that have no route. Pages match all paths of their length. */
  hostNotFound?: (request: FastifyRequest, reply: FastifyReply) => unknown;

  constructor(private readonly urls: PublicUrl) {}

  /** In a host application, the service owns only its routes and all URLs below this prefix. */
  share(apiPrefix: string): void {
    this.apiPrefix = apiPrefix;
  }

  get isShared(): boolean {
    return this.apiPrefix !== null;
  }

  /** True if the request is for the service, not for the host application. */
  owns({ routeOptions, url }: FastifyRequest): boolean {
    if (this.apiPrefix === null || this.ownsRoute(routeOptions)) return true;
    return url.startsWith(`${this.urls.mount}${this.apiPrefix}/`);
  }

  /** True if the route belongs to the service. */
  ownsRoute({ config }: { config?: FastifyContextConfig }): boolean {
    return !this.isShared || config?.[OPERATION] !== undefined;
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
    // `OPTIONS *` asks about the server. The router would take it for `/`.
    if (path === '*') return new RouteNotFound();
    // Built on first use: that takes 8 ms, which a start does not need.
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
