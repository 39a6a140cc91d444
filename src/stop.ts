import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** On SIGTERM or SIGINT: accepts no new requests, waits up to `timeoutMs` for running ones, exits with 0. */
export function stopOnSignals(app: NestFastifyApplication, timeoutMs: number): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const exit = () => process.exit(0);
    setTimeout(exit, timeoutMs).unref();
    // Exit even if close() fails: the process must not hang.
    app.close().then(exit, exit);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A worker loses its IPC channel when the primary process dies. Nothing else would stop it then.
  process.on('disconnect', stop);
}
