import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** On SIGTERM and SIGINT: no new work, what is in flight finishes within the time given, exit 0. */
export function stopOnSignals(app: NestFastifyApplication, timeoutMs: number): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const end = () => process.exit(0);
    setTimeout(end, timeoutMs).unref();
    // What cannot be closed in order is closed by the exit.
    app.close().then(end, end);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A worker whose overseer is gone has nobody left to be stopped by.
  process.on('disconnect', stop);
}
