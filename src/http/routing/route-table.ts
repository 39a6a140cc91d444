import { Injectable } from '@nestjs/common';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotAllowed, RouteNotFound } from '../errors/errors.js';

/** Which methods a path has, for the `Allow` header: Fastify itself only answers for one method at a time. */
@Injectable()
export class RouteTable {
  private readonly routes: [method: HTTPMethod, url: string][] = [];
  private table?: Table;
  private own: { paths: ReadonlySet<string>; prefix: string } | null = null;

  /** In an application of somebody else these paths are the service's, and whatever begins like that. */
  share(paths: readonly string[], prefix: string): void {
    this.own = { paths: new Set(paths), prefix };
  }

  get isShared(): boolean {
    return this.own !== null;
  }

  /** Whether a request is for the service. */
  owns({ routeOptions, url }: FastifyRequest): boolean {
    if (this.own === null) return true;
    return this.has(routeOptions.url ?? '') || url.startsWith(`${this.own.prefix}/`);
  }

  /** Whether a route is one of the service. */
  has(path: string): boolean {
    return this.own?.paths.has(path) ?? true;
  }

  /** Has to be called before the routes are added. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat() as HTTPMethod[]) {
        // The preflights of CORS are answered for every path: they say nothing about one.
        if (verb !== 'OPTIONS') this.routes.push([verb, url]);
      }
    });
  }

  /** What to tell whoever asks for an address with a method it does not have. */
  refusalOf(url: string): NotAllowed | RouteNotFound {
    const path = url.split('?', 1)[0] ?? '';
    // Made when it is first asked for: the service starts without it.
    const { router, methods } = (this.table ??= tableOf(this.routes));
    const allowed = [...methods].filter((method) => isFound(router.find(method, path)));
    return allowed.length > 0 ? new NotAllowed(allowed) : new RouteNotFound();
  }
}

interface Table {
  router: ReturnType<typeof findMyWay>;
  methods: Set<HTTPMethod>;
}

/** The router takes an empty text for a parameter, and `/` for the page of nobody; Nest does not. */
const isFound = (route: ReturnType<Table['router']['find']>): boolean =>
  route !== null && !Object.values(route.params).includes('');

function tableOf(routes: readonly [method: HTTPMethod, url: string][]): Table {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 16_384 });
  for (const [method, url] of routes) {
    if (!router.hasRoute(method, url)) router.on(method, url, () => undefined);
  }
  return { router, methods: new Set(routes.map(([method]) => method)) };
}
