import { setTimeout as delay } from 'node:timers/promises';
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publishVariables } from '../config/tracing.js';
import { onRequestEnd } from '../http/server/request-end.js';
import { record } from '../http/server/server.js';
import { typeOf } from '../log/loggable.js';
import { statementName } from '../log/statement-name.js';
import { addObserver, type WorkKind } from '../telemetry/observer.js';

const SDK = '@opentelemetry/sdk-node';
/** How long a stop waits for a collector that takes no spans. The database is closed after that. */
const SHUTDOWN_MS = 2_000;

/** What this file uses of the SDK, which is installed by those who want traces. */
interface Sdk {
  start(): void;
  shutdown(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** With the span of the request. */
    traceContext?: Context;
  }
}

/** Starts the SDK of OpenTelemetry, which reads its variables itself. Returns null if it is not installed. */
export async function startTracing(
  variables: Record<string, string>,
  databaseKind: string,
): Promise<Tracing | null> {
  publishVariables(variables);
  try {
    const { NodeSDK } = (await import(SDK)) as { NodeSDK: new () => Sdk };
    const sdk = new NodeSDK();
    sdk.start();
    return new Tracing(sdk, databaseKind);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND' && message.includes(SDK)) return null;
    throw error;
  }
}

/** Spans for requests, units of work and statements. They contain no values and no messages of errors. */
class Tracing {
  private readonly tracer = trace.getTracer('forgenote');

  constructor(
    private readonly sdk: Sdk,
    private readonly databaseKind: string,
  ) {
    addObserver({ around: (kind, sql, run) => this.around(kind, sql, run) });
  }

  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, _reply, done) => {
      const caller = propagation.extract(context.active(), request.headers);
      const span = this.tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER }, caller);
      request.traceContext = trace.setSpan(caller, span);
      done();
    });
    // Not in the hook above: the events that deliver the body have another context.
    fastify.addHook('preHandler', (request, _reply, done) => {
      context.with(request.traceContext ?? context.active(), done);
    });
    onRequestEnd(fastify, (request, reply) => {
      const span = request.traceContext && trace.getSpan(request.traceContext);
      if (span) end(span, request, reply);
    });
    fastify.addHook('onClose', () => this.shutdown());
  }

  /** Sends the last spans. If the collector does not take them in time, they are lost. */
  private async shutdown(): Promise<void> {
    const ended = new AbortController();
    const late = delay(SHUTDOWN_MS, undefined, { signal: ended.signal });
    await Promise.race([this.sdk.shutdown(), late]).catch(() => undefined);
    ended.abort();
  }

  /** Work that no request waits for has no spans. */
  private async around<Result>(
    kind: WorkKind,
    sql: string | undefined,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const parent = context.active();
    if (!trace.getSpan(parent)) return run();
    const isUnit = kind === 'unit';
    const name = isUnit ? 'unit of work' : statementName(sql ?? kind.toUpperCase());
    const span = this.tracer.startSpan(name, {
      kind: isUnit ? SpanKind.INTERNAL : SpanKind.CLIENT,
      attributes: isUnit
        ? {}
        : { 'db.system.name': this.databaseKind, 'db.query.summary': name, 'forgenote.work': kind },
    });
    try {
      return await context.with(trace.setSpan(parent, span), run);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? typeOf(error) : 'other');
      throw error;
    } finally {
      span.end();
    }
  }
}

/** A path that has no route is up to clients: it is no name. */
const nameOf = ({ method, routeOptions: { url }, is404 }: FastifyRequest): string =>
  is404 || url === undefined ? method : `${method} ${url}`;

function end(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { method, path, status, address, requestId } = record(request, reply);
  const { url: route } = request.routeOptions;
  span.setAttributes({
    'http.request.method': method,
    'url.path': path,
    'http.response.status_code': status,
    'client.address': address ?? undefined,
    'forgenote.request_id': requestId,
    ...(request.is404 || route === undefined ? {} : { 'http.route': route }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
