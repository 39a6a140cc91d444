import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.js';
import { onUnexpectedFailure } from './log/unexpected-failure.js';
import { Drain } from './http/server/drain.js';
import { onStopSignals } from './signals.js';

type StopTimes = Pick<Config['http'], 'drainMs' | 'shutdownTimeoutMs'>;

/**
 * Stops on SIGTERM and SIGINT within the shutdown timeout and exits with 0. SIGINT skips the drain time. An exception
 * or rejection that nothing handled stops the process too, after a log line, and it exits with 1.
 */
export function stopOnSignals(
  app: NestFastifyApplication,
  { drainMs, shutdownTimeoutMs }: StopTimes,
): void {
  let stopping = false;
  let code = 0;
  const exit = () => process.exit(code);
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
  const { log }: FastifyInstance = app.getHttpAdapter().getInstance();
  onUnexpectedFailure((error) => {
    code = 1;
    log.fatal({ err: error }, 'an unexpected failure stops the service');
    stop(0);
  });
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
