import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController } from 'fastify';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { pino } from 'pino';
import type { Config } from '../../config/config.js';
import { Malformed, Unavailable, type ApiError } from '../errors/errors.js';
import { fastifyError } from '../errors/error.filter.js';
import { PRIVATE_HEADERS } from '../errors/private-headers.js';
import {
  answerOddities,
  MAX_HEADERS,
  MAX_URL,
  refuseSocket,
  tooLong,
} from '../errors/parser-errors.js';

/** From when a request is there to when it has been answered, in milliseconds: the database may be silent. */
const ANSWER_MS = 14_000;
/** A connection on which nothing moves for so long ends: the client does not read its answer. */
const SILENCE_MS = 60_000;

/** No route of the service has a schema of Fastify's: the compilers for them would only delay the start. */
const NO_COMPILERS = {
  compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
};

function noCompiler(): never {
  throw new Error('A route declares what it takes and answers with @Operation, not with a schema');
}

/**
 * Fastify with the limits that keep slow and oversized clients out; by default it has none. An application
 * that shares it may have routes with schemas.
 */
export function createAdapter({ http, logLevel }: Config, { shared = false } = {}): FastifyAdapter {
  const adapter = new FastifyAdapter({
    // The log goes to stderr: stdout has the one line with the address.
    loggerInstance: pino({ level: logLevel, base: null }, pino.destination(2)),
    // One line a request, written by the hook below.
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged of a request names it: it needs no logger of its own.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: http.trustedProxies.length > 0 ? http.trustedProxies : false,
    bodyLimit: http.bodyLimit,
    requestTimeout: http.requestTimeoutMs,
    connectionTimeout: http.requestTimeoutMs + SILENCE_MS,
    http: {
      // Node would answer with no body; the hook below answers.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: http.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEADERS },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      // The router refuses before any hook has run.
      sendError(reply.header('x-request-id', request.id), fastifyError(error));
    },
    clientErrorHandler: refuseSocket,
    ...(shared ? {} : { schemaController: NO_COMPILERS }),
  });
  answerOddities(adapter.getInstance<FastifyInstance>().server);
  return adapter;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Answers 503 where the handler takes too long. */
    deadline?: NodeJS.Timeout;
  }
}

/** Every answer carries the id under which the log knows it, and comes in time. */
export function addHooks(fastify: FastifyInstance, isClosing: () => boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...PRIVATE_HEADERS });
    done();
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    const giveUp = () => {
      if (!reply.sent) sendError(reply, new Unavailable());
    };
    request.deadline = setTimeout(giveUp, ANSWER_MS);
    done();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    clearTimeout(request.deadline);
    // What was in flight is the last on its connection: an idle one would keep the service from ending.
    if (isClosing()) reply.header('connection', 'close');
    // Fastify would close it on a body it refuses, and a client that is still sending would be cut off
    // before it reads why. The rest is read and dropped, until the time of the request is up.
    else if (reply.hasHeader('connection')) reply.removeHeader('connection');
    done();
  });
  // Who acted as whom is kept whatever the level of the log, unless there is none.
  const audit =
    fastify.log.level === 'silent' ? fastify.log : fastify.log.child({}, { level: 'info' });
  const isLogged = ['trace', 'debug', 'info'].includes(fastify.log.level);
  fastify.addHook('onResponse', (request, reply, done) => {
    const { sudo = false } = request.actor ?? {};
    if (sudo) audit.info(record(request, reply), 'sudo');
    else if (isLogged) fastify.log.info(record(request, reply), 'request');
    done();
  });
}

/** Nothing new is begun while the service stops, or where a request cannot be what was meant. */
export function addRefusals(fastify: FastifyInstance, isClosing: () => boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const refusal = isClosing() ? new Unavailable() : objectionTo(request);
    // Answered here: the routes of a plugin know nothing of the error filter.
    if (refusal) sendError(reply, refusal);
    else done();
  });
}

function objectionTo({ url, headers, raw }: FastifyRequest): ApiError | null {
  if (url.length > MAX_URL) return tooLong();
  if (url.includes('%') && !isDecodable(url))
    return new Malformed('the query is not percent-encoded UTF-8');
  const needsHost = raw.httpVersion !== '1.0';
  return needsHost && headers.host === undefined
    ? new Malformed('the header Host is missing')
    : null;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The query is left out: it may carry a token. Both people of a sudo are in. */
function record(request: FastifyRequest, reply: FastifyReply) {
  const { actor } = request;
  return {
    reqId: request.id,
    method: request.method,
    path: request.url.split('?', 1)[0],
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    address: request.ip,
    ...(actor ? { user: actor.caller.id } : {}),
    ...(actor?.sudo ? { as: actor.id } : {}),
  };
}

export function sendError(reply: FastifyReply, error: ApiError): void {
  void reply.status(error.status).headers(error.headers).send({ message: error.wire });
}
