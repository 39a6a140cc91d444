import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { startForge, type Forge } from '../support/app.js';
import { errorExample } from '../support/document.js';
import { replaceTokenLookup } from '../support/internals.js';
import { RawConnection, requestText } from '../support/raw.js';

let forge: Forge;
beforeAll(async () => {
  // Only the header timeout may end a request here.
  const times = { headersTimeoutMs: 1_000, requestTimeoutMs: 3_600_000 };
  forge = await startForge({}, undefined, times);
});
afterAll(() => forge.close());

describe('a request', () => {
  it('gets 408 after the time limit for headers, however long that for requests is', async () => {
    const connection = new RawConnection(forge.url);
    connection.send('GET /health HTTP/1.1\r\nHost: x\r\n');
    expect(await connection.answer()).toMatchObject({
      status: 408,
      body: { message: '408 Request Timeout - send the whole request at once' },
    });
    await connection.closed();
  });

  it('gets 503 after 15 s without a result', async () => {
    const connection = new RawConnection(forge.url);
    const asked = new Promise<void>((resolve) => {
      replaceTokenLookup(forge, () => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      connection.send(requestText('GET /api/v3/users/1', { 'PRIVATE-TOKEN': 'x' }));
      await asked;
      mock.timers.tick(15_000);
    } finally {
      mock.timers.reset();
    }
    const { status, body, headers } = await connection.answer();
    expect([status, body]).toEqual([503, { message: '503 Service Unavailable' }]);
    expect(body).toEqual(errorExample(503));
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    connection.end();
  });
});

describe('a connection', () => {
  it('is closed when it is idle for a minute longer than a request may take', async () => {
    const server: Server = forge.app.getHttpServer();
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const connection = new RawConnection(forge.url);
    const [socket] = await connected;
    expect(socket.timeout).toBe((3600 + 60) * 1000);
    const ended = once(socket, 'close');
    // Like the timer of the socket.
    socket.emit('timeout');
    expect(socket.destroyed).toBe(true);
    await ended;
    connection.end();
  });
});
