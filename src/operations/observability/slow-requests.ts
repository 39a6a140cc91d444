import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { onRequestEnd } from '../../http/server/request-end.js';
import { record } from '../../http/server/server.js';
import { statementName } from '../../base/log/statement-name.js';
import { addObserver } from '../../base/telemetry/observer.js';

/** A line names at most this many statements, those with the most time. */
const MAX_NAMES = 20;

interface Times {
  count: number;
  ms: number;
}
/** What a request has waited for, by the text of the statement, or `BEGIN` or `COMMIT`. */
type Work = Map<string, Times>;

declare module 'fastify' {
  interface FastifyRequest {
    databaseWork?: Work;
  }
}

/**
 * Logs each request that takes at least `slowMs`, with the time of its statements. Measuring costs each request 0.03
 * to 0.05 ms, most of it for the context that leads from a statement to its request. So it is off by default.
 */
export class SlowRequests {
  private readonly storage = new AsyncLocalStorage<Work>();

  constructor(private readonly slowMs: number) {
    addObserver({
      around: (kind, sql, run) => {
        const work = this.storage.getStore();
        // The statements of a unit are measured themselves.
        if (!work || kind === 'unit') return run();
        const begin = performance.now();
        return run().finally(() => {
          add(work, sql ?? kind.toUpperCase(), { count: 1, ms: performance.now() - begin });
        });
      },
    });
  }

  attach(fastify: FastifyInstance): void {
    // After load shedding: its queue would lose the context.
    fastify.addHook('preHandler', (request, _reply, done) => {
      request.databaseWork = new Map() as Work;
      this.storage.run(request.databaseWork, done);
    });
    onRequestEnd(fastify, (request, reply) => {
      if (reply.elapsedTime < this.slowMs) return;
      const statements = summaryOf(request.databaseWork);
      fastify.log.warn({ ...record(request, reply), statements }, 'slow request');
    });
  }
}

function add(work: Map<string, Times>, name: string, { count, ms }: Times): void {
  const times = work.get(name);
  if (!times) work.set(name, { count, ms });
  else {
    times.count += count;
    times.ms += ms;
  }
}

/** By name, because a text can contain values. The slowest comes first. */
function summaryOf(work: Work = new Map()) {
  const byName: Work = new Map();
  for (const [text, times] of work) add(byName, statementName(text), times);
  return [...byName]
    .map(([statement, { count, ms }]) => ({ statement, count, ms: Math.round(ms) }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, MAX_NAMES);
}
