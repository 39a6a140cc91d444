import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { RawConnection, requestText } from '../support/raw.js';

let forge: Forge;
let server: Server;
beforeEach(async () => {
  forge = await startForge();
  server = forge.app.getHttpServer();
});
afterEach(() => forge.close());

/** Opens a connection and waits until the service has accepted it. */
async function connect(): Promise<RawConnection> {
  const accepted = once(server, 'connection');
  const connection = new RawConnection(forge.url);
  await accepted;
  return connection;
}

describe('a service that closes', () => {
  it('answers a request that arrives now, and closes its connection', async () => {
    const connection = await connect();
    const closed = forge.app.close();
    while (server.listening) await delay(5);
    connection.send(requestText('GET /api/v3/user', { 'PRIVATE-TOKEN': ROOT.token }));
    const { status, headers } = await connection.answer();
    expect(status).toBe(200);
    expect(headers.get('connection')).toBe('close');
    await connection.closed();
    await closed;
  });

  it('finishes a request in flight, and closes its connection', async () => {
    const connection = await connect();
    const text = requestText(
      'POST /api/v3/projects',
      { 'PRIVATE-TOKEN': ROOT.token, 'Content-Type': 'application/json' },
      JSON.stringify({ name: 'In flight' }),
    );
    const begun = once(server, 'request');
    connection.send(text.slice(0, -5));
    await begun;
    const closed = forge.app.close();
    while (server.listening) await delay(5);
    connection.send(text.slice(-5));
    const { status, headers } = await connection.answer();
    expect([status, headers.get('connection')]).toEqual([201, 'close']);
    await connection.closed();
    await closed;
  });

  it('closes a connection whose client sends a refused body to its end', async () => {
    // Otherwise these would close it too, later.
    server.keepAliveTimeout = server.timeout = 0;
    const connection = await connect();
    const length = 900_000;
    const headers = { 'Content-Type': 'application/json', 'Content-Length': length };
    connection.send(requestText('POST /api/v3/projects', headers));
    expect((await connection.answer()).status).toBe(413);
    const closed = forge.app.close();
    while (server.listening) await delay(5);
    connection.send('x'.repeat(length));
    await connection.closed();
    await closed;
  });
});
