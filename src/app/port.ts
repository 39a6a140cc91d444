import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { CannotStart } from '../base/config/cannot-start.js';
import type { Config } from '../base/config/config.js';

type Address = Pick<Config['http'], 'host' | 'port'>;

/**
 * Lets a start on a port in use fail before it creates files or tables. It never listens on the port itself, because
 * clients that wait for the service would connect and be reset.
 *
 * @throws CannotStart
 */
export async function requireFreePort(address: Address, prefix = ''): Promise<void> {
  await requireAddress(address, prefix);
  if (address.port !== 0 && (await accepts(address)))
    throw cannotListen({ code: 'EADDRINUSE' }, address, prefix);
}

/** Listens on any port of the host. */
async function requireAddress({ host, port }: Address, prefix: string): Promise<void> {
  const server = createServer().listen({ host, port: 0 });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, { host, port }, prefix);
  }
  server.close();
  await once(server, 'close');
}

/** Whether somebody listens there. */
export async function accepts(address: Address): Promise<boolean> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** @param prefix of the two settings that name the address */
export function cannotListen(error: unknown, { host, port }: Address, prefix = ''): CannotStart {
  const { code } = error as NodeJS.ErrnoException;
  return new CannotStart(
    code === 'EADDRINUSE'
      ? `The port ${port} is taken: choose another ${prefix}PORT.`
      : `The service cannot listen on ${host}, port ${port} (${String(code)}): choose another ${prefix}HOST or ${prefix}PORT.`,
    { cause: error },
  );
}
