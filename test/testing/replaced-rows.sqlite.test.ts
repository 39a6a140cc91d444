import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { startForge, type Forge } from '../../src/app/testing/in-process.js';

const names = async (forge: Forge) => {
  const { body } = await forge.as(forge.root).get<{ name: string }[]>('/projects');
  return body.map(({ name }) => name);
};

const post = (forge: Forge, name: string, signal: AbortSignal | null = null) =>
  fetch(`${forge.api}/projects`, {
    method: 'POST',
    headers: { 'private-token': forge.root.token, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
    signal,
  }).then(
    ({ status }) => status,
    () => 'no response',
  );

const arrived = async (forge: Forge, count: number) => {
  while ((await forge.requests()).length < count) await setImmediate();
};

describe('a forge', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  describe.each([
    ['reset', () => Promise.resolve(() => forge.reset())],
    [
      'restore',
      async () => {
        const saved = await forge.save();
        return () => forge.restore(saved);
      },
    ],
  ])('%s', (_action, prepare) => {
    it('ends delayed requests without running them', async () => {
      const replaceRows = await prepare();
      await forge.delay({ on: 'POST /...', ms: 10_000, times: 3 });
      const aborted = new AbortController();
      const late = [post(forge, 'aborted', aborted.signal), post(forge, 'a'), post(forge, 'b')];
      await arrived(forge, 3);
      aborted.abort();
      await replaceRows();
      expect(await Promise.all(late)).toEqual(Array(3).fill('no response'));
      expect(await names(forge)).toEqual([]);
      expect((await forge.project()).id).toBe(1);
    });

    it('waits for running requests, which store nothing in the new state', async () => {
      const replaceRows = await prepare();
      const running = Array.from({ length: 20 }, (_, n) => post(forge, `running ${n}`));
      await arrived(forge, 20);
      await replaceRows();
      expect(await names(forge)).toEqual([]);
      expect(await Promise.all(running)).toEqual(Array(20).fill(201));
      expect(await names(forge)).toEqual([]);
    });

    it('waits for requests that were sent on connections it has not accepted yet', async () => {
      const replaceRows = await prepare();
      const { port } = new URL(forge.url);
      const sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      const body = '{"name":"at once"}';
      const headers = `Host: 127.0.0.1:${port}\r\nPrivate-Token: ${forge.root.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      for (const socket of sockets)
        socket.write(`POST /api/v3/projects HTTP/1.1\r\n${headers}\r\n\r\n${body}`);
      await replaceRows();
      expect(await names(forge)).toEqual([]);
      for (const socket of sockets) socket.destroy();
    });

    it('does not wait for the rest of a body, and does not run its request', async () => {
      const replaceRows = await prepare();
      const body = '{"name":"half"}';
      const half = request(`${forge.api}/projects`, {
        method: 'POST',
        headers: {
          'private-token': forge.root.token,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      });
      half.write(body.slice(0, 5));
      await arrived(forge, 1);
      await replaceRows();
      half.end(body.slice(5));
      await expect(once(half, 'response')).rejects.toThrow('socket hang up');
      expect(await names(forge)).toEqual([]);
    });

    it('does not wait for a response that nobody reads', async () => {
      const issue = await forge.issue();
      for (let n = 0; n < 20; n++)
        await forge.note({ on: issue, body: 'x'.padEnd(65_536, '\u0001') });
      const replaceRows = await prepare();
      const headers = { 'private-token': forge.root.token };
      const unread = request(`${forge.api}${issue.at}/notes`, { headers }).end();
      const [response] = (await once(unread, 'response')) as [IncomingMessage];
      await replaceRows();
      response.destroy();
    });
  });

  it('does not run a delayed request whose client disconnects', async () => {
    await forge.delay({ on: 'POST /...', ms: 1_000, times: 2 });
    const client = new AbortController();
    const given = post(forge, 'given up', client.signal);
    await arrived(forge, 1);
    client.abort();
    await given;
    // The delay of this request ends later than the one of the other request would.
    expect(await post(forge, 'patient')).toBe(201);
    expect(await names(forge)).toEqual(['patient']);
  });
});

describe('many delayed requests', () => {
  it('cause no warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const forge = await startForge();
    try {
      await forge.delay({ on: 'POST /...', ms: 10_000, times: 20 });
      const late = Array.from({ length: 20 }, (_, n) => post(forge, `late ${n}`));
      await arrived(forge, 20);
      await forge.reset();
      await Promise.all(late);
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', onWarning);
      await forge.close();
    }
  });
});
