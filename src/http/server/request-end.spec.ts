import { once } from 'node:events';
import { connect } from 'node:net';
import fastifyWith, { type FastifyInstance } from 'fastify';
import { onRequestEnd } from './request-end.js';

let fastify: FastifyInstance;
let reports: { path: string; isAborted: boolean }[];

beforeEach(() => {
  reports = [];
  fastify = fastifyWith();
  onRequestEnd(fastify, ({ url: path, isAborted = false }) => reports.push({ path, isAborted }));
  fastify.get('/whole', () => 'whole');
  // The client has closed the connection. Node has destroyed the socket, and emits `close` in a later turn.
  fastify.get('/closing', ({ raw }) => {
    raw.socket.destroy();
    return 'nobody reads this';
  });
  fastify.get('/closed', async ({ raw }) => {
    const closed = once(raw.socket, 'close');
    raw.socket.destroy();
    await closed;
    return 'nobody reads this';
  });
});
afterEach(() => fastify.close());

/** Sends a request, and waits until the connection has ended. */
async function send(path: string): Promise<void> {
  const socket = connect(Number(new URL(await fastify.listen({ port: 0 })).port));
  socket.resume().write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  // The report, and another one if there were one, come in the next turns.
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

describe('onRequestEnd', () => {
  it.each([
    ['/whole', false],
    ['/closing', true],
    ['/closed', true],
  ])('reports %s once, with aborted %s', async (path, isAborted) => {
    await send(path);
    expect(reports).toEqual([{ path, isAborted }]);
  });
});
