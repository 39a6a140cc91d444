import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { accepts } from '../../src/http/server/port.js';

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
  const server = createServer();
  const port = await listenOnFreePort(server);
  await once(server.close(), 'close');
  return port;
}

/** @returns the port of 127.0.0.1 */
export async function listenOnFreePort(server: Server): Promise<number> {
  for (;;) {
    const port = FIRST + (++taken % PORTS_PER_WORKER);
    if (await listens(server, port)) return port;
  }
}

/** Long enough for programs that start on a busy machine to give up sockets of this process. */
const PATIENCE_MS = 60_000;

/**
 * Listens on a port that this process has just closed. Workers are threads: a program that another one is starting has
 * the socket for some milliseconds more.
 *
 * @throws Error the port stays in use
 */
export async function listenAgain(server: Server, port: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await listens(server, port))) {
    if (Date.now() > end)
      throw new Error(`Port ${port} is still in use. Close the server that listens on it first.`);
    await delay(5);
  }
}

/**
 * Waits until nothing accepts connections on a port that this process has just closed, for the same reason.
 *
 * @throws Error something still accepts them
 */
export async function untilRefused(port: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (await accepts({ host: '127.0.0.1', port })) {
    if (Date.now() > end)
      throw new Error(`Port ${port} still accepts connections. Another server listens on it.`);
    await delay(5);
  }
}

/** @returns whether the port was free */
async function listens(server: Server, port: number): Promise<boolean> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
