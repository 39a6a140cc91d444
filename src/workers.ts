import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from './config/config.js';
import { killHungWorkers } from './heartbeat.js';
import { createLogger } from './log/logger.js';
import { onUnexpectedFailure } from './log/unexpected-failure.js';
import { observeWorkers } from './observe.js';
import { onStopSignals } from './signals.js';

/** Delay before a worker is restarted that failed before it listened. Prevents a fast restart loop. */
const RESTART_DELAY_MS = 1_000;
/** Added to the shutdown timeout of the workers before this process exits. */
const SHUTDOWN_GRACE_MS = 1_000;

/**
 * Runs the service in several processes on one port. This process serves no requests: it counts the rate limits for all
 * workers and replaces workers that die or hang. The first worker starts alone, so that a startup error is printed
 * once.
 *
 * @param later variables of the environment of all workers but the first
 */
export async function runWorkers(config: Config, later: Record<string, string>): Promise<void> {
  const { workers, http, logLevel } = config;
  // Round robin, the default, can lose connections: one that it has passed to a worker that stops or hangs is never
  // closed. Without it, workers accept connections themselves.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  new RateLimiterClusterMaster();
  const logger = createLogger(logLevel);
  const metrics = await observeWorkers(config);
  const listening = new Set<Worker>();
  let stopping = false;
  /** Of the first worker: it may have shown the secrets of the first administrator. */
  let line: string | undefined;
  let announced = false;
  let exitCode = 0;

  cluster.on('message', (worker, message: { announcement?: string } | string) => {
    if (typeof message === 'string' || message.announcement === undefined) return;
    listening.add(worker);
    if (announced) return;
    line ??= message.announcement;
    if (listening.size === 1) for (let n = 1; n < workers; n++) cluster.fork(later);
    if (listening.size < workers) return;
    announced = true;
    console.log(line);
  });

  cluster.on('exit', (worker, code, signal) => {
    const hadListened = listening.delete(worker);
    if (stopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(exitCode);
    } else if (!announced && !hadListened) {
      process.exit(code || 1);
    } else {
      metrics?.countEnded();
      logger.error(
        { worker: worker.process.pid, code, signal },
        'a worker ended; starting another',
      );
      setTimeout(() => stopping || cluster.fork(later), hadListened ? 0 : RESTART_DELAY_MS);
    }
  });

  killHungWorkers(({ process: { pid } }) => {
    logger.error({ worker: pid }, 'a worker does not respond; killing it');
  });

  const killAndExit = () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    process.exit(exitCode);
  };
  const stop = (signal: NodeJS.Signals) => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    setTimeout(killAndExit, http.shutdownTimeoutMs + SHUTDOWN_GRACE_MS).unref();
  };
  onStopSignals(stop, killAndExit);
  onUnexpectedFailure((error) => {
    exitCode = 1;
    logger.fatal({ err: error }, 'an unexpected failure stops the service');
    if (!stopping) stop('SIGTERM');
  });
  cluster.fork();
}
