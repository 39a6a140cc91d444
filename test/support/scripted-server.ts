import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { createServer } from 'mysql2';

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** CLIENT_PROTOCOL_41, CLIENT_SECURE_CONNECTION, CLIENT_CONNECT_WITH_DB and CLIENT_PLUGIN_AUTH. */
const CAPABILITIES = 0x200 | 0x8000 | 0x8 | 0x80000;

/** Speaks MySQL's protocol, lets everybody in and answers each query with this version. */
export async function scriptedServer(
  version: string,
): Promise<{ port: number; close: () => Promise<void> }> {
  const port = await freePort();
  const server = createServer((connection) => {
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: version,
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: CAPABILITIES,
    });
    connection.on('query', () => {
      const text = { catalog: 'def', schema: '', table: '', orgTable: '', orgName: '' };
      const column = { ...text, characterSet: 45, columnLength: 255, columnType: 253, flags: 0 };
      connection.writeTextResult(
        [{ version }],
        [{ ...column, name: 'version', decimals: 0, length: 255, type: 253 }],
      );
    });
    connection.on('error', () => undefined);
  });
  server.listen(port);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
