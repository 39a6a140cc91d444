import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';
import { createPrimaryInstruments } from './instruments.js';
import type { ProcessMetrics } from './process-metrics.js';

type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

interface Request {
  scrape: number;
}
interface Response extends Request {
  metrics: Snapshot;
}

/** Longer than a worker waits for the database. A worker that hangs is killed soon after. */
const PATIENCE_MS = 2_000;

/** In a worker: answers the primary process when that is scraped. */
export function answerPrimary(metrics: ProcessMetrics): void {
  process.on('message', (message: Partial<Request>) => {
    const { scrape } = message;
    if (scrape === undefined) return;
    void snapshotOf(metrics).then((snapshot) => {
      if (process.connected) process.send?.({ scrape, metrics: snapshot } satisfies Response);
    });
  });
}

async function snapshotOf(metrics: ProcessMetrics): Promise<Snapshot> {
  await metrics.refresh();
  return metrics.registry.getMetricsAsJSON();
}

/**
 * In the primary process: sums the metrics of all workers. Counts of workers that have ended stay in the sums, up to
 * their last scrape. Prometheus would take a sum that falls for a restart, and count everything again.
 */
export class WorkerMetrics {
  private readonly registry = new Registry();
  private readonly instruments = createPrimaryInstruments(this.registry);
  private readonly latest = new Map<Worker, Snapshot>();
  private ended: Snapshot = [];
  private ending: Promise<void> = Promise.resolve();
  private scrapes = 0;

  constructor() {
    cluster.on('exit', (worker) => {
      const last = this.latest.get(worker);
      this.latest.delete(worker);
      if (last) this.ending = this.ending.then(() => this.keep(last));
    });
  }

  countEnded(): void {
    this.instruments.endedWorkers.inc();
  }

  async collect(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => this.ask(worker)));
    await this.ending;
    const own = await this.registry.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([...this.latest.values(), this.ended, own]).metrics();
  }

  /** Keeps what the worker said last if it does not answer. */
  private ask(worker: Worker): Promise<void> {
    const scrape = this.scrapes++;
    return new Promise((resolve) => {
      const stop = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', stop);
        resolve();
      };
      const onMessage = (message: Partial<Response>) => {
        if (message.scrape !== scrape || !message.metrics) return;
        this.latest.set(worker, message.metrics);
        stop();
      };
      const timer = setTimeout(stop, PATIENCE_MS);
      worker.on('message', onMessage).once('exit', stop);
      const request: Request = { scrape };
      if (!worker.isConnected()) stop();
      else
        worker.send(request, (error) => {
          if (error) stop();
        });
    });
  }

  private async keep(last: Snapshot): Promise<void> {
    const counted = last.filter(({ type }) => isCumulative(String(type)));
    const sum = AggregatorRegistry.aggregate([this.ended, counted]);
    this.ended = await sum.getMetricsAsJSON();
  }
}

const isCumulative = (type: string): boolean => type === 'counter' || type === 'histogram';
