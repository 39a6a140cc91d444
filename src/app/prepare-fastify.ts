import type { Abstract, HttpServer, Type } from '@nestjs/common';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, AppModule } from './app.module.js';
import { TokenGuard } from '../core/auth/token.guard.js';
import { requestOwner } from '../core/auth/request-owner.js';
import { CONFIG, listeningUrl, type Config } from '../base/config/config.js';
import { ServiceLogger } from '../base/log/service-logger.js';
import { addBodyParser } from '../http/input/body.js';
import { enableCors } from '../http/server/cors.js';
import { ErrorResponses } from '../http/errors/error-responses.js';
import { setErrorPages, type SendPage } from '../http/errors/send-error.js';
import { OPERATION } from '../http/routing/operation.js';
import { acceptJsonSuffix } from '../http/routing/json-suffix.js';
import { PublicUrl } from '../http/routing/public-url.js';
import { RouteTable } from '../http/routing/route-table.js';
import { runOneRequestAtATime } from '../http/server/one-request-at-a-time.js';
import { withOwnHooks } from '../http/server/own-hooks.js';
import { Drain } from '../http/server/drain.js';
import { handOver, keepHostHeaders } from '../http/server/handed-over.js';
import { addLoadShedding } from '../http/server/load-shedding.js';
import { addRequestChecks } from '../http/server/request-checks.js';
import { addHooks, logRequests } from '../http/server/server.js';
import { removeSuccessHeaders } from '../http/server/success-headers.js';
import { limitUnreadResponses } from '../http/server/unread-responses.js';
import { Routes } from '../http/openapi/routes.js';
import { PageErrors } from '../pages/page-errors.js';

interface PrepareOptions {
  /** True if a host application has routes of its own, which must not be affected. */
  shared: boolean;
}

/** A Nest application, or a module of it. */
export interface Providers {
  get<Provider>(
    token: symbol | Type<Provider> | Abstract<Provider>,
    options: { strict: false },
  ): Provider;
}

/**
 * Adds to Fastify what the service's requests need: hooks, body parser, pages, CORS and error handlers. Must be called
 * before `app.init()`.
 */
export async function prepare(
  providers: Providers,
  adapter: HttpServer,
  { shared }: PrepareOptions,
): Promise<void> {
  const get = <Provider>(token: symbol | Type<Provider> | Abstract<Provider>): Provider =>
    providers.get(token, { strict: false });
  const config = get<Config>(CONFIG);
  const fastify = adapter.getInstance() as FastifyInstance;
  const routes = get(RouteTable);
  const urls = get(PublicUrl);
  const described = get(Routes);
  // A host application has its own lines about requests.
  const log = shared ? new ServiceLogger('Forgenote') : fastify.log;
  for (const warning of config.warnings) log.warn(warning);
  described.requireOperations(AppModule.withRoutes);
  described.requireGuard(TokenGuard);
  described.record(fastify);
  if (shared) routes.share(API_PREFIX);
  const own = shared ? withOwnHooks(routes, fastify) : fastify;
  const drain = get(Drain);
  if (shared) keepHostHeaders(own);
  runOneRequestAtATime(own);
  addHooks(own, () => drain.hasBegun);
  if (!shared) logRequests(own);
  drain.addHooks(own);
  // The connections of a host application also have requests that the drain does not see.
  if (!shared) drain.keepUnread(fastify.server);
  routes.recordRoutes(fastify);
  acceptJsonSuffix(fastify, () => urls.mount + API_PREFIX);
  addBodyParser(own, config.http.bodyLimit);
  removeSuccessHeaders(own);
  limitUnreadResponses(own, requestOwner);
  await enableCors(fastify, config.http.corsOrigins, routes);
  addLoadShedding(own, log);
  addRequestChecks(own, urls);
  // A host application may have left out the pages.
  const pages = urls.paths.pages === null ? null : get(PageErrors);
  // Below the path of the API, browsers get JSON too: people who try the API there expect what programs get.
  const sendPage: SendPage = (error, request, reply) =>
    pages !== null &&
    routes.owns(request) &&
    !request.url.startsWith(urls.mount + API_PREFIX) &&
    pages.sendPage(error, request, reply, false);
  setErrorPages(fastify, sendPage);
  setErrorHandlers(adapter as unknown as HandlerSetters, routes, sendPage);
  setPublicUrl(fastify, config, urls);
}

/** The methods of Nest's adapter that set Fastify's handlers for errors and for unknown routes. */
interface HandlerSetters {
  setErrorHandler(handler: OnError): unknown;
  setNotFoundHandler(handler: OnNotFound): unknown;
}
type OnError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;
type OnNotFound = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Wraps the handlers that Nest sets when it starts: errors of the service's own requests never reach them. */
function setErrorHandlers(adapter: HandlerSetters, routes: RouteTable, sendPage: SendPage): void {
  const errors = new ErrorResponses();
  const setErrorHandler = adapter.setErrorHandler.bind(adapter);
  const setNotFoundHandler = adapter.setNotFoundHandler.bind(adapter);
  adapter.setErrorHandler = (handler) =>
    setErrorHandler((error, request, reply) => {
      if (!routes.owns(request)) return handler(error, request, reply);
      errors.send(error, request, reply);
      return undefined;
    });
  adapter.setNotFoundHandler = (handler) => {
    if (routes.isShared)
      routes.hostNotFound = (request, reply) => {
        handOver(request, reply);
        return handler(request, reply);
      };
    return setNotFoundHandler((request, reply) => {
      if (!routes.owns(request)) return handler(request, reply);
      const error = routes.noRouteError(request.url);
      if (!sendPage(error, request, reply)) errors.send(error, request, reply);
      return undefined;
    });
  };
}

/** Sets the base of URLs to the configured or the listening address. Tests may send requests without listening. */
function setPublicUrl(fastify: FastifyInstance, config: Config, urls: PublicUrl): void {
  urls.base = config.publicUrl ?? 'http://localhost';
  fastify.addHook('onRoute', ({ url, config: { [OPERATION]: operation } = {} }) => {
    const start = url.indexOf(`${API_PREFIX}/`);
    // Only Nest knows the prefix that a host application adds to all paths, such as `/forge`.
    if (!operation || start < 1 || urls.mount !== '') return;
    urls.mount = url.slice(0, start);
    urls.base = config.publicUrl ?? `http://localhost${urls.mount}`;
  });
  fastify.addHook('onListen', (done) => {
    const address = fastify.server.address();
    if (config.publicUrl === null && typeof address === 'object' && address)
      urls.base = listeningUrl(config.http.host, address.port) + urls.mount;
    done();
  });
}
