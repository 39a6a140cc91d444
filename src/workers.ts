import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from './config/config.js';

/** A worker that failed before it listened is followed by the next after this pause, in milliseconds. */
const PAUSE_MS = 1_000;
/** What a worker gets beyond its own time to stop. */
const GRACE_MS = 1_000;

/**
 * Runs the service in several processes on one port. This one serves nothing: it counts for the limits of
 * all, and puts a new process in the place of one that died. The first goes ahead, so that a start that
 * fails says so once.
 */
export function runWorkers({ workers, http }: Config): void {
  new RateLimiterClusterMaster();
  const listening = new Set<Worker>();
  let stopping = false;
  let announced = false;

  cluster.on('message', (worker, message: { url?: string }) => {
    if (message.url === undefined) return;
    listening.add(worker);
    if (announced) return;
    if (listening.size === 1) for (let n = 1; n < workers; n++) cluster.fork();
    if (listening.size < workers) return;
    announced = true;
    console.log(`Forgenote listens on ${message.url}`);
  });

  cluster.on('exit', (worker, code) => {
    const hadListened = listening.delete(worker);
    if (stopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
    } else if (!announced && !hadListened) {
      process.exit(code || 1);
    } else {
      setTimeout(() => stopping || cluster.fork(), hadListened ? 0 : PAUSE_MS);
    }
  });

  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.kill('SIGTERM');
    setTimeout(() => process.exit(0), http.shutdownTimeoutMs + GRACE_MS).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  cluster.fork();
}
