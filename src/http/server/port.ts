import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { CannotStart } from '../../base/config/cannot-start.js';
import { listeningUrl, type Config } from '../../base/config/config.js';

/** Another program may not answer HTTP requests. */
const ANSWER_MS = 2_000;

type Address = Pick<Config['http'], 'host' | 'port'>;

/**
 * Lets a start on a port in use fail before it creates files or tables. It never listens on the port itself, because
 * clients that wait for the service would connect and be reset.
 *
 * @throws CannotStart
 */
export async function requireFreePort(address: Address, prefix = ''): Promise<void> {
  await tryToListen({ ...address, port: 0 }, prefix);
  if (address.port !== 0 && (await accepts(address)))
    throw cannotListen({ code: 'EADDRINUSE' }, address, prefix);
}

/** @throws CannotStart */
async function tryToListen(address: Address, prefix: string): Promise<void> {
  const server = createServer().listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, address, prefix);
  }
  server.close();
  await once(server, 'close');
}

/** How a Forgenote answers on one of its ports. */
export interface Sign {
  path: string;
  contains: string;
}

/**
 * Says what is on a port, to complete a sentence. Operators also check beside a running service.
 *
 * @throws CannotStart another program has the port, or this account may not listen on it
 */
export async function checkPort(address: Address, sign: Sign, prefix = ''): Promise<string> {
  try {
    await tryToListen(address, prefix);
    return 'is free';
  } catch (error) {
    if (await shows(address, sign)) return 'belongs to a Forgenote that is running';
    throw error;
  }
}

async function shows({ host, port }: Address, { path, contains }: Sign): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(listeningUrl(host, port) + path, { signal });
    return (await response.text()).includes(contains);
  } catch {
    return false;
  }
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
