import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, AppModule } from './app.module.js';
import { CONFIG, listeningUrl, type Config } from './config/config.js';
import { acceptBodies } from './http/input/body.js';
import { allowOrigins } from './http/server/cors.js';
import { ErrorFilter } from './http/errors/error.filter.js';
import { answerPages } from './http/pagination/page-headers.js';
import { PublicUrl } from './http/routing/public-url.js';
import { RouteTable } from './http/routing/route-table.js';
import { scopedTo } from './http/server/scope.js';
import { addHooks, addRefusals } from './http/server/server.js';
import { describeRoutes } from './openapi/routes.js';

interface PrepareOptions {
  /** Whether the application has routes that are not the service's; they are left alone. */
  shared: boolean;
}

/**
 * Gives an application that contains the service what its requests need of Fastify: hooks, bodies, headers of
 * pages, CORS, failures. Before `app.init()`.
 */
export async function prepare(app: INestApplication, { shared }: PrepareOptions): Promise<void> {
  const config = app.get<Config>(CONFIG);
  const adapter = (app as NestFastifyApplication).getHttpAdapter();
  const fastify: FastifyInstance = adapter.getInstance();
  const routes = app.get(RouteTable);
  const urls = app.get(PublicUrl);
  const described = describeRoutes(app, (module) => AppModule.has(module));
  urls.mount = mountOf(described);
  if (shared) {
    const paths = new Set(described.map(({ path }) => path));
    routes.share([...paths], urls.mount + API_PREFIX);
  }
  const own = shared ? scopedTo(routes, fastify) : fastify;
  let closing = false;
  fastify.addHook('preClose', () => {
    closing = true;
    return Promise.resolve();
  });
  addHooks(own, () => closing);
  routes.watch(fastify);
  acceptBodies(own, config.http);
  answerPages(own, urls);
  await allowOrigins(fastify, config.http.corsOrigins, routes);
  addRefusals(own, () => closing);
  answerFailures(adapter as unknown as Handlers, routes);
  knowAddress(fastify, config, urls);
}

/** An application may have put a prefix of its own before all paths. */
function mountOf(routes: readonly { path: string }[]): string {
  const path =
    routes.map((route) => route.path).find((one) => one.includes(`${API_PREFIX}/`)) ?? '';
  return path.slice(0, Math.max(0, path.indexOf(API_PREFIX)));
}

/** The fields of Nest's adapter through which it tells Fastify what to do with what no handler answers. */
interface Handlers {
  setErrorHandler(handler: OnError): unknown;
  setNotFoundHandler(handler: OnNotFound): unknown;
}
type OnError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;
type OnNotFound = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Nest sets its own handlers when it begins: the requests of the service are taken out before them. */
function answerFailures(adapter: Handlers, routes: RouteTable): void {
  const filter = new ErrorFilter();
  const setErrorHandler = adapter.setErrorHandler.bind(adapter);
  const setNotFoundHandler = adapter.setNotFoundHandler.bind(adapter);
  adapter.setErrorHandler = (handler) =>
    setErrorHandler((error, request, reply) => {
      if (!routes.owns(request)) return handler(error, request, reply);
      filter.answer(error, request, reply);
      return undefined;
    });
  adapter.setNotFoundHandler = (handler) =>
    setNotFoundHandler((request, reply) => {
      if (!routes.owns(request)) return handler(request, reply);
      filter.answer(routes.refusalOf(request.url), request, reply);
      return undefined;
    });
}

/** An application may be asked without listening, as in a test: until it listens the URLs name no port. */
function knowAddress(fastify: FastifyInstance, config: Config, urls: PublicUrl): void {
  urls.base = config.publicUrl ?? `http://localhost${urls.mount}`;
  fastify.addHook('onListen', (done) => {
    const address = fastify.server.address();
    if (config.publicUrl === null && typeof address === 'object' && address)
      urls.base = listeningUrl(config.http.host, address.port) + urls.mount;
    done();
  });
}
