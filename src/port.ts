import { once } from 'node:events';
import { createServer } from 'node:net';
import { CannotStart } from './config/cannot-start.js';
import type { Config } from './config/config.js';

type Address = Pick<Config['http'], 'host' | 'port'>;

/**
 * Listens once and closes again, so that a start on a port in use fails before it creates files or tables.
 *
 * @throws CannotStart
 */
export async function requireFreePort({ host, port }: Address): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, { host, port });
  }
  server.close();
  await once(server, 'close');
}

export function cannotListen(error: unknown, { host, port }: Address): CannotStart {
  const { code } = error as NodeJS.ErrnoException;
  return new CannotStart(
    code === 'EADDRINUSE'
      ? `The port ${port} is taken: choose another PORT.`
      : `It cannot listen on ${host}, port ${port} (${String(code)}): choose another HOST or PORT.`,
    { cause: error },
  );
}
