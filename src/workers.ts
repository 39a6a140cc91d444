import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from './config/config.js';

/** Delay before a worker is restarted that failed before it listened. Prevents a fast restart loop. */
const RESTART_DELAY_MS = 1_000;
/** Added to the shutdown timeout of the workers before this process exits. */
const SHUTDOWN_GRACE_MS = 1_000;

/**
 * Runs the service in several processes on one port. This process serves no requests: it counts the rate
 * limits for all workers and restarts workers that die. The first worker starts alone, so that a startup
 * error is printed once.
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
      setTimeout(() => stopping || cluster.fork(), hadListened ? 0 : RESTART_DELAY_MS);
    }
  });

  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.kill('SIGTERM');
    setTimeout(() => process.exit(0), http.shutdownTimeoutMs + SHUTDOWN_GRACE_MS).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  cluster.fork();
}
