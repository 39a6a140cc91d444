import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const PORTS_PER_WORKER = 1_600;
/**
 * Jest's workers run test files at the same time. Each has its own ports, so that none takes a port that a test in
 * another worker closes and opens again. All are below the ports that systems give by themselves to listeners and to
 * connections.
 */
const FIRST = 16_000 + ((Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % 10) * PORTS_PER_WORKER;
let taken = randomInt(PORTS_PER_WORKER);

/** A port of 127.0.0.1 that nothing listens on, and that this test file has not got before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (++taken % PORTS_PER_WORKER);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    await once(server.close(), 'close');
    return port;
  }
}
