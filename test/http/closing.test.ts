import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'undici';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { LONGER_THAN_BUFFERS } from '../support/paused-reader.js';
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

  describe('closes the connection of a client that got its response', () => {
    const length = 2_000_000;
    const headers = { 'Content-Type': 'application/json', 'Content-Length': length };
    let connection: RawConnection;
    let closed: Promise<void>;

    beforeEach(async () => {
      // Otherwise these would close it too, later.
      server.keepAliveTimeout = server.timeout = 0;
      connection = await connect();
      connection.send(requestText('POST /api/v3/projects', headers));
      expect((await connection.answer()).status).toBe(413);
      closed = forge.app.close();
      while (server.listening) await delay(5);
    });
    afterEach(() => {
      connection.end();
    });

    it('when the rest of its refused body has arrived', async () => {
      connection.send('x'.repeat(length));
      await connection.closed();
      await closed;
    });

    it('after the response to a request that follows at once', async () => {
      const next = requestText('GET /api/v3/user', { 'PRIVATE-TOKEN': ROOT.token });
      connection.send('x'.repeat(length) + next);
      const answer = await connection.answer();
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
      await connection.closed();
      await closed;
    });
  });

  it('closes the connection of a response that began before', async () => {
    const ada = await forge.seed.user();
    const issue = await forge.seed.issue(await forge.seed.project(ada), ada);
    // In JSON, each of these characters takes six bytes.
    const note = { body: 'x'.padEnd(65_536, '\u0001') };
    const count = Math.ceil(LONGER_THAN_BUFFERS / (6 * note.body.length));
    for (let n = 0; n < count; n++) await ada.client.post(`${issue.at}/notes`, note);
    server.keepAliveTimeout = server.timeout = 0;
    // A client that would keep its connection.
    const client = new Client(forge.url, { keepAliveTimeout: 600_000 });
    const path = `/api/v3${issue.at}/notes?per_page=100`;
    const headers = { 'PRIVATE-TOKEN': ROOT.token };
    const { body } = await client.request({ method: 'GET', path, headers });
    const closed = forge.app.close();
    while (server.listening) await delay(5);
    expect(((await body.json()) as unknown[]).length).toBe(count);
    await closed;
    await client.destroy();
  });
});
