import { Injectable } from '@nestjs/common';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyInstance } from 'fastify';
import { NotAllowed, RouteNotFound } from './errors.js';

/** Which methods a path has, for the `Allow` header: Fastify itself only answers for one method at a time. */
@Injectable()
export class RouteTable {
  private readonly router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 16_384 });
  private readonly methods = new Set<HTTPMethod>();

  /** Has to be called before the routes are added. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat() as HTTPMethod[]) {
        // The preflights of CORS are answered for every path: they say nothing about one.
        if (verb === 'OPTIONS' || this.router.hasRoute(verb, url)) continue;
        this.router.on(verb, url, () => undefined);
        this.methods.add(verb);
      }
    });
  }

  /** What to tell whoever asks for an address with a method it does not have. */
  refusalOf(url: string): NotAllowed | RouteNotFound {
    const path = url.split('?', 1)[0] ?? '';
    const allowed = [...this.methods].filter((method) => this.router.find(method, path) !== null);
    return allowed.length > 0 ? new NotAllowed(allowed) : new RouteNotFound();
  }
}
