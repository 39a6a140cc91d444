import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { Database } from '../../database/database.js';
import type { RequestScope } from '../../database/request-scope.js';
import { DeletionsRepository } from '../../core/deletion/deletions.repository.js';
import { Drain } from '../../http/server/drain.js';
import { onRequestEnd } from '../../http/server/request-end.js';
import { addObserver } from '../../base/telemetry/observer.js';
import { createInstruments, type Instruments } from './instruments.js';

/** A scrape does not wait longer for the database. */
const PATIENCE_MS = 1_000;

/** The metrics of the service. */
export class ProcessMetrics {
  private readonly registry = new Registry();
  private readonly instruments: Instruments = createInstruments(this.registry);
  private app?: NestFastifyApplication;

  constructor() {
    const { database, events, deletions } = this.instruments;
    deletions.set(0);
    addObserver({
      count: (event, reason) => {
        events[event].inc({ reason });
      },
      around: async (kind, _sql, run) => {
        const begin = performance.now();
        try {
          return await run();
        } finally {
          database.observe({ kind }, (performance.now() - begin) / 1_000);
        }
      },
    });
  }

  /** Must be called before the application is initialized. */
  attach(app: NestFastifyApplication): void {
    this.app = app;
    const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
    onRequestEnd(fastify, (request, reply) => {
      this.countRequest(request, reply);
    });
  }

  /** The metrics as text. */
  async collect(): Promise<string> {
    await this.refresh();
    return this.registry.metrics();
  }

  /** Reads the gauges that nothing else keeps. */
  private async refresh(): Promise<void> {
    if (!this.app) return;
    const { connections, connectionLimit, waiting, ready, deletions } = this.instruments;
    for (const { pool, limit, busy, idle, waiting: callers } of this.app.get(Database).pools()) {
      connections.set({ pool, state: 'busy' }, busy);
      connections.set({ pool, state: 'idle' }, idle);
      connectionLimit.set({ pool }, limit);
      waiting.set({ pool }, callers);
    }
    // A scrape may come before the service listens.
    const { listening: isListening } = this.app.getHttpServer();
    const isReady = isListening && !this.app.get(Drain).hasBegun && (await this.hasDatabase());
    ready.set(isReady ? 1 : 0);
    if (isReady) {
      const repository = this.app.get(DeletionsRepository, { strict: false });
      const unfinished = await inTime(repository.unfinished());
      if (unfinished) deletions.set(unfinished.length);
    }
  }

  private async hasDatabase(): Promise<boolean> {
    const problems = await inTime(this.app?.get(Database).problems() ?? Promise.resolve([]));
    return problems?.length === 0;
  }

  private countRequest(request: FastifyRequest, reply: FastifyReply): void {
    const { requests, duration, requestSize, responseSize } = this.instruments;
    // Paths and methods that have no route are up to clients: each would be a new series.
    const route = request.is404 ? '' : (request.routeOptions.url ?? '');
    const method = route === '' ? '' : request.method;
    const scope = request.scope as RequestScope | undefined;
    const work = route === '' || !scope ? 'none' : scope.hasWritten ? 'write' : 'read';
    requests.inc({ method, route, status: reply.statusCode, work });
    duration.observe({ method, route }, reply.elapsedTime / 1_000);
    const received = request.headers['content-length'];
    if (received !== undefined) requestSize.observe(Number(received) || 0);
    const sent = reply.getHeader('content-length');
    if (sent !== undefined) responseSize.observe(Number(sent));
  }
}

/** Undefined if it fails or takes too long. */
async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const over = new AbortController();
  const timeout = delay(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([work.catch(() => undefined), timeout]);
  } finally {
    over.abort();
  }
}
