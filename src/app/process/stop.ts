import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/config/config.js';
import { onUnexpectedFailure } from '../../base/log/unexpected-failure.js';
import { Drain } from '../../http/server/drain.js';

type StopTimes = Pick<Config['http'], 'drainMs' | 'shutdownTimeoutMs'>;

/** One Ctrl-C can arrive twice, from the terminal and from npm. Only a later signal counts as the second one. */
const SECOND_SIGNAL_MS = 1_000;

/**
 * Stops on SIGTERM and SIGINT within the shutdown timeout and exits with 0. SIGINT skips the drain time. A second signal
 * exits at once. An exception or rejection that nothing handled stops the process too, after a log line, and it exits
 * with 1.
 */
export function stopOnSignals(
  app: NestFastifyApplication,
  { drainMs, shutdownTimeoutMs }: StopTimes,
): void {
  let code = 0;
  let begin: number | null = null;
  const exit = () => process.exit(code);
  const stop = (ms: number) => {
    begin = performance.now();
    setTimeout(exit, shutdownTimeoutMs).unref();
    // Exit even if it fails: the process must not hang.
    close(app, ms).then(exit, exit);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (begin === null) stop(signal === 'SIGTERM' ? drainMs : 0);
    else if (performance.now() - begin > SECOND_SIGNAL_MS) exit();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const { log }: FastifyInstance = app.getHttpAdapter().getInstance();
  onUnexpectedFailure((error) => {
    code = 1;
    log.fatal({ err: error }, 'an unexpected failure stops the service');
    if (begin === null) stop(0);
  });
}

async function close(app: NestFastifyApplication, drainMs: number): Promise<void> {
  const drain = app.get(Drain);
  drain.begin();
  await delay(drainMs);
  await drain.close(app.getHttpServer());
  await app.close();
}
