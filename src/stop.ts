import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from './config/config.js';
import { Drain } from './http/server/drain.js';
import { onStopSignals } from './signals.js';

type StopTimes = Pick<Config['http'], 'drainMs' | 'shutdownTimeoutMs'>;

/** Stops on SIGTERM and SIGINT within the shutdown timeout and exits with 0. SIGINT skips the drain time. */
export function stopOnSignals(
  app: NestFastifyApplication,
  { drainMs, shutdownTimeoutMs }: StopTimes,
): void {
  let stopping = false;
  const exit = () => process.exit(0);
  const stop = (ms: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(exit, shutdownTimeoutMs).unref();
    // Exit even if it fails: the process must not hang.
    close(app, ms).then(exit, exit);
  };
  onStopSignals(
    (signal) => {
      stop(signal === 'SIGTERM' ? drainMs : 0);
    },
    // The primary process kills workers itself. It forwards a signal that they may also get from the terminal.
    () => cluster.isWorker || exit(),
  );
  // A worker loses its IPC channel when the primary process dies. Nothing else would stop it then.
  process.on('disconnect', () => {
    stop(0);
  });
}

async function close(app: NestFastifyApplication, drainMs: number): Promise<void> {
  const drain = app.get(Drain);
  drain.begin();
  await delay(drainMs);
  await drain.close(app.getHttpServer());
  await app.close();
}
