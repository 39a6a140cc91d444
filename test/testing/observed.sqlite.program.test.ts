import { setImmediate } from 'node:timers/promises';
import { startForge as startInProcess } from '../../src/app/testing/in-process.js';
import { KITS, type Forge } from '../support/kit.js';

describe.each(KITS)('a forge %s', (_name, startForge) => {
  let forge: Forge;
  let other: Forge;
  beforeAll(async () => {
    [forge, other] = await Promise.all([startForge(), startForge()]);
  });
  afterAll(() => Promise.all([forge.close(), other.close()]));
  beforeEach(() => Promise.all([forge.reset(), other.reset()]));

  const post = async (at: string, body = 'Hums.') =>
    (await forge.as(forge.root).post(`${at}/notes`, { body })).status;
  const get = async (path: string) => (await forge.as(forge.root).get(path)).status;

  describe('requests', () => {
    it('returns the requests that arrived, without those of builders', async () => {
      const issue = await forge.issue();
      await post(issue.at);
      await forge.as(null).get('/users', { page: 2 });
      await fetch(`${forge.url}/health`);
      expect(await forge.requests()).toEqual([
        {
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
          method: 'POST',
          path: `${issue.at}/notes`,
          query: {},
          headers: expect.objectContaining({
            'content-type': 'application/json',
            'private-token': forge.root.token,
          }) as unknown,
          body: { body: 'Hums.' },
          status: 201,
          response: {
            status: 201,
            time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
            body: expect.objectContaining({ body: 'Hums.', noteable_type: 'Issue' }) as unknown,
          },
        },
        expect.objectContaining({ path: '/users', query: { page: '2' }, status: 401 }),
        expect.objectContaining({ path: '/health', status: 200 }),
      ]);
      expect(await other.requests()).toEqual([]);
    });

    it('has requests that the service could not read or route', async () => {
      const root = forge.as(forge.root);
      await root.with({ 'content-type': 'application/json' }).send('POST', '/projects', '{');
      await root.get('/nothing');
      expect((await forge.requests()).map(({ path, status }) => [path, status])).toEqual([
        ['/projects', 400],
        ['/nothing', 404],
      ]);
    });
  });

  describe('fail', () => {
    it('lets as many matching requests fail as it says, and stores nothing', async () => {
      const { at } = await forge.issue();
      await forge.fail({ on: 'POST /...notes', status: 503, times: 2 });
      expect(await get(`${at}/notes`)).toBe(200);
      expect([await post(at), await post(at), await post(at)]).toEqual([503, 503, 201]);
      expect((await forge.as(forge.root).get(`${at}/notes`)).body).toHaveLength(1);
      expect((await forge.requests()).map(({ status }) => status)).toContain(503);
    });

    it('responds in the error shape of the service, unless told otherwise', async () => {
      await forge.fail({ on: 'GET /user', status: 503 });
      const answer = await forge.as(null).get('/user');
      expect(answer).toMatchObject({ status: 503, body: { message: '503 Service Unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('0');
      expect(answer.headers.get('content-type')).toBe('application/json');
      const headers = { 'retry-after': '7', 'content-type': 'text/html' };
      await forge.fail({ on: 'GET /user', status: 429, body: '<p>Slow down', headers });
      const page = await forge.as(null).get('/user');
      expect([page.status, page.headers.get('retry-after'), page.body]).toEqual([
        429,
        '7',
        '<p>Slow down',
      ]);
    });

    it.each([
      ['plain', 'plain', 'text/plain; charset=utf-8'],
      [null, null, 'application/json'],
      [{ error: 'odd' }, { error: 'odd' }, 'application/json'],
      [[1], [1], 'application/json'],
    ])('sends the body %j', async (given, body, type) => {
      await forge.fail({ on: 'GET /user', status: 500, body: given });
      const answer = await forge.as(null).get('/user');
      expect([answer.body, answer.headers.get('content-type')]).toEqual([body, type]);
    });

    it('sends text as JSON if the test says so, and the client returns the text', async () => {
      const headers = { 'Content-Type': 'application/json' };
      await forge.fail({ on: 'GET /user', status: 502, body: '<p>Bad', headers });
      const answer = await forge.as(null).get('/user');
      expect(answer).toMatchObject({ status: 502, body: '<p>Bad' });
      expect(answer.headers.get('content-type')).toBe('application/json');
    });

    it('closes the connection with disconnect', async () => {
      await forge.fail({ on: 'GET /user', disconnect: true });
      await expect(get('/user')).rejects.toThrow('No response to GET /user. Is the forge closed?');
      expect(await get('/user')).toBe(200);
      expect((await forge.requests()).map(({ status }) => status)).toEqual([null, 200]);
    });

    it.each([{ status: 504 }, { disconnect: true }])(
      'runs the operation first with after: %j',
      async (how) => {
        await forge.fail({ on: 'POST /projects', after: true, ...how });
        const client = forge.as(forge.root).with({ 'idempotency-key': 'one' });
        const lost = await client
          .post('/projects', { name: 'Engine' })
          .catch(() => ({ status: 504 }));
        expect(lost.status).toBe(504);
        expect((await client.post('/projects', { name: 'Engine' })).status).toBe(201);
        expect((await client.get('/projects')).body).toHaveLength(1);
      },
    );

    it.each([
      ['* /...', true],
      ['GET /...', true],
      ['POST /...', false],
      ['GET /users/:id', true],
      ['GET /users/{id}', true],
      ['GET /api/v3/users/1', true],
      ['GET /users', false],
      ['GET /users/:id/keys', false],
      ['GET /.sers/1', false],
    ])('%s matches GET /users/1: %s', async (on, matches) => {
      await forge.fail({ on, status: 500 });
      expect(await get('/users/1')).toBe(matches ? 500 : 200);
    });

    it('does not concern builders and other forges', async () => {
      await forge.fail({ on: '* /...', status: 500, times: 100 });
      await forge.note();
      await other.note();
      expect((await other.as(other.root).get('/user')).status).toBe(200);
      expect(await get('/user')).toBe(500);
      await forge.reset();
      expect(await get('/user')).toBe(200);
    });

    it.each([
      [{ on: 'POST', status: 503 }, 'on must be a method and a path such as "POST /...notes"'],
      [{ on: 'GET /user', status: 200 }, 'status must be a whole number from 400 to 599, not 200'],
      [{ on: 'GET /user', status: 503, times: 0 }, 'times must be a whole number from 1'],
      [{ on: 'GET /user' }, 'fail needs either status or disconnect: true'],
      [
        { on: 'GET /user', disconnect: true, body: 'lost' },
        'disconnect sends no response: leave out body and headers.',
      ],
      [
        { on: 'GET /user', disconnect: true, headers: { a: 'b' } },
        'disconnect sends no response: leave out body and headers.',
      ],
      [undefined, 'on must be a method and a path'],
    ])('rejects %j', async (given, message) => {
      await expect(forge.fail(given as never)).rejects.toThrow(message);
    });
  });

  describe('delay', () => {
    const arrived = async (count: number, one = forge) => {
      while ((await one.requests()).length < count) await setImmediate();
    };

    it('lets a later request overtake', async () => {
      await forge.delay({ on: 'GET /users/:id', ms: 10_000 });
      const delayed = get('/users/1').catch(() => 'ended');
      await arrived(1);
      expect(await get('/users/2')).toBe(404);
      await forge.reset();
      expect(await delayed).toBe('ended');
    });

    it('ends with the forge', async () => {
      const short = await startForge();
      await short.delay({ on: 'GET /user', ms: 10_000 });
      const request = short
        .as(null)
        .get('/user')
        .catch(() => 'broken');
      await arrived(1, short);
      await short.close();
      expect(await request).toBe('broken');
    });

    it('ends with a reset', async () => {
      await forge.delay({ on: 'GET /users/1', ms: 10_000 });
      await forge.reset();
      await forge.delay({ on: 'GET /users/2', ms: 10_000 });
      const delayed = get('/users/2').catch(() => 'ended');
      await arrived(1);
      expect(await get('/users/1')).toBe(200);
      await forge.reset();
      expect(await delayed).toBe('ended');
    });

    it('rejects more than 10 seconds', async () => {
      await expect(forge.delay({ on: 'GET /user', ms: 10_001 })).rejects.toThrow(
        'ms must be a whole number from 0 to 10000, not 10001.',
      );
    });
  });

  describe('clock', () => {
    const created = async (one = forge) => (await one.issue()).created_at;

    it('stands still after set, and moves with advance', async () => {
      expect(await forge.clock.set('2020-01-01T00:00:00Z')).toEqual({
        time: '2020-01-01T00:00:00.000Z',
      });
      expect([await created(), await created()]).toEqual(Array(2).fill('2020-01-01T00:00:00.000Z'));
      await forge.clock.advance(1_500);
      expect(await created()).toBe('2020-01-01T00:00:01.500Z');
      await forge.clock.set(new Date(0));
      expect(await created()).toBe('1970-01-01T00:00:00.000Z');
    });

    it('goes on from there when a running clock is advanced', async () => {
      await forge.clock.advance(86_400_000);
      const ahead = new Date(await created()).getTime() - Date.now();
      expect(ahead).toBeGreaterThan(80_000_000);
      expect(ahead).toBeLessThanOrEqual(86_400_000);
    });

    it('shows the real time to other forges, and after release and reset', async () => {
      const year = new Date().getUTCFullYear();
      const yearOf = async (one: Forge) => new Date(await created(one)).getUTCFullYear();
      await forge.clock.set('2070-01-01T00:00:00Z');
      expect([await yearOf(forge), await yearOf(other)]).toEqual([2070, year]);
      await forge.clock.release();
      expect(await yearOf(forge)).toBe(year);
      await forge.clock.set('2071-01-01T00:00:00Z');
      await forge.reset();
      expect(await yearOf(forge)).toBe(year);
    });

    it('decides how long an Idempotency-Key is remembered', async () => {
      const client = forge.as(forge.root).with({ 'idempotency-key': 'one' });
      const ids = async () =>
        (await client.post<{ id: number }>('/projects', { name: 'A' })).body.id;
      const first = await ids();
      expect(await ids()).toBe(first);
      await forge.clock.advance(25 * 3_600_000);
      await client.delete(`/projects/${first}`);
      expect(await ids()).not.toBe(first);
    });

    it.each([null, undefined, true, {}, new Date(NaN)])('rejects the time %j', async (time) => {
      await expect(forge.clock.set(time as never)).rejects.toThrow(
        'time must be ISO 8601 or milliseconds since 1970, not',
      );
    });

    it('rejects what is no time', async () => {
      await expect(forge.clock.set('soon')).rejects.toThrow(
        'time must be ISO 8601 or milliseconds since 1970, not "soon".',
      );
      await expect(forge.clock.advance(-1)).rejects.toThrow('ms must be a whole number from 0');
    });
  });

  describe('save and restore', () => {
    it('puts the rows back, as often as needed', async () => {
      const ada = await forge.user({ username: 'ada' });
      const saved = await forge.save();
      const made = await forge.note();
      for (let i = 0; i < 2; i++) {
        await forge.restore(saved);
        const { body } = await forge.as(ada).get<{ username: string }[]>('/users');
        expect(body.map(({ username }) => username)).toEqual(['ada', 'root']);
        expect(await forge.note()).toMatchObject({ at: made.at, body: made.body });
      }
    });

    it('rejects what save did not return', async () => {
      await expect(forge.restore(undefined as never)).rejects.toThrow('This state does not exist');
      const ofAnother = await other.save();
      await forge.save();
      await expect(forge.restore(ofAnother)).rejects.toThrow(
        'This state does not exist in this forge. reset() deletes saved states.',
      );
    });

    it('keeps several states, until a reset', async () => {
      const [empty] = [await forge.save(), await forge.user()];
      const full = await forge.save();
      const count = async () => (await forge.as(forge.root).get<unknown[]>('/users')).body.length;
      await forge.restore(empty);
      expect(await count()).toBe(1);
      await forge.restore(full);
      expect(await count()).toBe(2);
      await forge.reset();
      await expect(forge.restore(full)).rejects.toThrow('reset() deletes saved states');
    });
  });
});

describe('the requests of a forge in this process', () => {
  it('are the last 1,000, without large bodies', async () => {
    const forge = await startInProcess();
    try {
      const root = forge.as(forge.root);
      const { at } = await forge.issue();
      await root.post(`${at}/notes`, { body: 'x'.repeat(70_000) });
      const [large] = await forge.requests();
      expect(large).not.toHaveProperty('body');
      for (let n = 0; n < 1_000; n++) await forge.app.inject({ url: '/health' });
      const requests = await forge.requests();
      expect(requests).toHaveLength(1_000);
      expect(requests.every(({ path }) => path === '/health')).toBe(true);
    } finally {
      await forge.close();
    }
  });
});
