import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Two different ports of 127.0.0.1 that nobody listens on. */
export async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = servers.map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  });
  const [first = 0, second = 0] = await Promise.all(ports);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [first, second];
}
