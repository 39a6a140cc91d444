import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  LogController as OwnLogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Config } from '../../base/config/config.js';
import { RequestScope } from '../../database/request-scope.js';
import { createLogger } from '../../base/log/logger.js';
import { OutcomeUnknownError, Unavailable } from '../errors/errors.js';
import { rateLimitHeaders, rateLimitOf } from '../errors/rate-limit-headers.js';
import { fromFastifyError } from '../errors/error-responses.js';
import { commonHeaders, JSON_TYPE } from '../errors/private-headers.js';
import { isClosingConnection } from '../errors/closing-connections.js';
import { sendError, sendUrlError } from '../errors/send-error.js';
import { isHealthCheck } from '../routing/operation.js';
import { rewriteUrl } from '../routing/json-suffix.js';
import {
  countRejection,
  handleConnectAndExpect,
  handleParserError,
  MAX_HEADERS,
} from '../errors/parser-errors.js';
import { notAPath, withFragment } from '../errors/target-form.js';
import { normalizeAddress } from './client-address.js';
import { loggedPath } from './logged-path.js';
import { onRequestEnd } from './request-end.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** Maximum time of a handler, in milliseconds. Then the client gets 503, or 504 if a write may have been stored. */
const HANDLER_MS = 14_000;
/** Added to the time limit of a request. A connection without traffic for the sum is closed: the client does not read. */
const IDLE_MS = 60_000;

const FASTIFY_JSON = 'application/json; charset=utf-8';

/** Routes of the service have no Fastify schemas. Without the schema compilers a start takes 60 ms less. */
const NO_COMPILERS = {
  compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
};

function noCompiler(): never {
  throw new LoggableError(
    'Fastify schemas are not supported: declare the route with @Operation and @Params',
  );
}

export interface AdapterOptions {
  /** True if a host application may have routes with Fastify schemas. */
  shared?: boolean;
  /** Of the adapter's copy of Fastify: a copy accepts only its own class. */
  LogController?: typeof OwnLogController;
}

/** Fastify with limits on time and size, which it does not have by default. */
export function createAdapter(
  { http, logLevel }: Config,
  { shared = false, LogController = OwnLogController }: AdapterOptions = {},
): FastifyAdapter {
  const adapter = new FastifyAdapter({
    // Logs go to stderr. The only line on stdout is the address. In a host application, only its logger writes.
    ...(shared ? {} : { loggerInstance: createLogger(logLevel) }),
    // A hook below writes one line per request instead.
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines have the request id, so no child logger per request is needed. That saves 0.7 µs.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: http.trustedProxies.length > 0 ? http.trustedProxies : false,
    bodyLimit: http.bodyLimit,
    requestTimeout: http.requestTimeoutMs,
    connectionTimeout: http.requestTimeoutMs + IDLE_MS,
    http: {
      // Node would respond without a body. `addRequestChecks` checks the header instead.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: http.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    rewriteUrl,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEADERS },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      // The router rejects bad URLs before any hook runs, so the headers are set here.
      const { url } = request;
      const path = url.startsWith('/') ? fromFastifyError(error) : notAPath();
      const refusal = url.includes('#') ? withFragment() : path;
      countRejection(refusal);
      sendUrlError(refusal, request, reply.headers(commonHeaders(request)));
    },
    clientErrorHandler: handleParserError,
    ...(shared ? {} : { schemaController: NO_COMPILERS }),
  });
  handleConnectAndExpect(adapter.getInstance<FastifyInstance>().server);
  return adapter;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Responds with 503 or 504 if the handler takes too long. */
    deadline?: NodeJS.Timeout;
    /** Set before the handler runs. */
    scope: RequestScope;
    /** Of the client. Read at the start: a connection that is closed after the response has none. */
    address?: string;
  }
}

/** Adds the request id and the common headers to responses, and limits the time of handlers. */
export function addHooks(fastify: FastifyInstance, isClosing: () => boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isReset(request.raw.socket)) {
      // The request must not run: it would have no address for limits, the log and the audit trail.
      request.raw.socket.destroy();
      return;
    }
    request.address = request.ip;
    reply.headers(commonHeaders(request));
    done();
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    const { partition, owner } = partitionOf(request.url);
    const scope = new RequestScope(HANDLER_MS, partition, request.ip, owner);
    request.deadline = setTimeout(() => {
      scope.end();
      const error = scope.isCommitting ? new OutcomeUnknownError() : new Unavailable();
      if (!reply.sent) sendError(reply, error);
    }, HANDLER_MS);
    request.scope = scope;
    done();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    clearTimeout(request.deadline);
    if (request.isHandedOver) {
      done();
      return;
    }
    // Fastify closes the connection after it rejects a body. A client that is still sending would not get to read
    // the response. So the connection stays open, and the rest of the body is read and dropped.
    const isLast = isClosing() || isClosingConnection(request.raw.socket);
    if (isLast && request.raw.complete) reply.header('connection', 'close');
    else if (reply.hasHeader('connection')) reply.removeHeader('connection');
    const scope = request.scope as RequestScope | undefined;
    const limit = scope && rateLimitOf(scope);
    // The error 429 has the headers of the limit that it is about.
    if (limit && !reply.hasHeader('ratelimit-limit')) reply.headers(rateLimitHeaders(limit));
    // Clients in use compare the whole value. Fastify adds a charset to it, which JSON does not have.
    if (reply.getHeader('content-type') === FASTIFY_JSON) reply.header('content-type', JSON_TYPE);
    done();
  });
}

/** Writes one line for each request. */
export function logRequests(fastify: FastifyInstance): void {
  // Requests with sudo are logged at every level, unless logging is off.
  const audit =
    fastify.log.level === 'silent' ? fastify.log : fastify.log.child({}, { level: 'info' });
  const isLogged = {
    debug: ['trace', 'debug'].includes(fastify.log.level),
    info: ['trace', 'debug', 'info'].includes(fastify.log.level),
  };
  onRequestEnd(fastify, (request, reply) => {
    const { sudo = false } = request.actor ?? {};
    const level = isHealthCheck(request) ? 'debug' : 'info';
    if (sudo) audit.info(record(request, reply), 'sudo');
    else if (isLogged[level]) fastify.log[level](record(request, reply), 'request');
  });
}

/** True if the client has reset the connection, so that nobody can get a response. Unix sockets have neither address. */
const isReset = ({ remoteAddress, localAddress, destroyed }: Socket): boolean =>
  remoteAddress === undefined && (localAddress !== undefined || destroyed);

/** Without the query, up to the seventh slash, and up to the fifth. */
const RESOURCE = /^[^/?]*(?:\/[^/?]*){0,6}/;
const OWNER = /^[^/?]*(?:\/[^/?]*){0,4}/;

/**
 * The path up to the second id, and up to the first: `/api/v3/projects/1/issues/2` and `/api/v3/projects/1`. Requests for
 * one issue share their connections, and so do all for one project.
 */
function partitionOf(url: string): { partition: string; owner: string } {
  // A host application may have put a prefix before it.
  const path = url.slice(Math.max(0, url.indexOf('/api/v3')));
  return { partition: RESOURCE.exec(path)?.[0] ?? '', owner: OWNER.exec(path)?.[0] ?? '' };
}

/** A log line. With sudo it has the caller and the effective user. */
export function record(request: FastifyRequest, reply: FastifyReply) {
  const { actor } = request;
  return {
    requestId: request.id,
    method: request.method,
    path: loggedPath(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    address: normalizeAddress(request.address ?? request.ip),
    ...(request.isAborted ? { aborted: true } : {}),
    ...(actor ? { user: actor.caller.id } : {}),
    ...(actor?.sudo ? { as: actor.id } : {}),
  };
}
