import { setImmediate } from 'node:timers/promises';
import { startForge as startInProcess } from '../../src/app/testing/in-process.js';
import { KITS, type Forge } from '../support/kit.js';

describe.each(KITS)('a forge %s', (_name, startForge) => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  const create = (name: string) => forge.as(forge.root).post('/projects', { name });
  const get = (path: string) => forge.as(forge.root).get(path);

  describe('requests', () => {
    it('returns those that match a pattern', async () => {
      await create('Engine');
      await get('/projects/1');
      await get('/users');
      const paths = async (on: string) => (await forge.requests({ on })).map(({ path }) => path);
      expect(await paths('GET /...')).toEqual(['/projects/1', '/users']);
      expect(await paths('* /projects...')).toEqual(['/projects', '/projects/1']);
      expect(await paths('DELETE /...')).toEqual([]);
      await expect(forge.requests({ on: 'projects' })).rejects.toThrow('on must be a method');
    });

    it('has the response that the client got, whoever made it', async () => {
      const { at } = await forge.snippet({ code: '12' });
      await get(`${at}/raw`);
      await forge.fail({ on: 'GET /users', status: 503, body: { message: 'later' } });
      await get('/users');
      await forge.fail({ on: 'GET /users', disconnect: true });
      await get('/users').catch(() => undefined);
      await forge.as(forge.root).send('HEAD', '/user');
      await get('/projects/9');
      const responses = (await forge.requests()).map(({ status, response }) => {
        expect(response?.status ?? null).toBe(status);
        return [status, response?.body];
      });
      expect(responses).toEqual([
        [200, '12'],
        [503, { message: 'later' }],
        [null, undefined],
        [200, undefined],
        [404, { message: '404 Project Not Found' }],
      ]);
    });

    it('says when a request arrived and when its response was sent, in real time', async () => {
      await forge.clock.set('2020-01-01');
      await forge.delay({ on: 'GET /users', ms: 100 });
      await get('/users');
      const [request] = await forge.requests();
      const [arrived, sent] = [request?.time, request?.response?.time].map((time) =>
        new Date(time ?? '').getTime(),
      );
      expect(arrived).toBeGreaterThan(new Date('2026-01-01').getTime());
      expect((sent ?? 0) - (arrived ?? 0)).toBeGreaterThanOrEqual(99);
    });
  });

  describe('waitForRequest', () => {
    it('returns a request that arrives later, with its response', async () => {
      const waiting = forge.waitForRequest({ on: 'POST /projects' });
      await get('/users');
      await create('Engine');
      expect(await waiting).toMatchObject({
        method: 'POST',
        body: { name: 'Engine' },
        response: { status: 201, body: { id: 1 } },
      });
    });

    it('returns each request once, in the order of arrival', async () => {
      await create('One');
      const names = async () => (await forge.waitForRequest({ on: 'POST /projects' })).body;
      expect(await names()).toEqual({ name: 'One' });
      const next = Promise.all([names(), names()]);
      await create('Two');
      await create('Three');
      expect(await next).toEqual([{ name: 'Two' }, { name: 'Three' }]);
      expect(await forge.requests()).toHaveLength(3);
    });

    it('waits for the response of a delayed request, and for the end of one without', async () => {
      await forge.delay({ on: 'GET /users', ms: 200 });
      void get('/users');
      expect(await forge.waitForRequest({ on: 'GET /users' })).toMatchObject({ status: 200 });
      await forge.fail({ on: 'GET /user', disconnect: true });
      get('/user').catch(() => undefined);
      expect(await forge.waitForRequest({ on: 'GET /user' })).toMatchObject({ response: null });
    });

    it('rejects after the timeout, with the requests that arrived', async () => {
      const wait = () => forge.waitForRequest({ on: 'POST /...notes', timeout: 50 });
      await expect(wait()).rejects.toThrow(
        'No POST /...notes was answered within 50 ms. The forge got no requests.',
      );
      await forge.delay({ on: 'POST /...', ms: 10_000 });
      await get('/users');
      void create('late').catch(() => undefined);
      while ((await forge.requests()).length < 2) await setImmediate();
      await expect(wait()).rejects.toThrow(
        'The last requests: GET /users (200), POST /projects (not answered yet).',
      );
    });

    it.each([
      [{ on: 'notes' }, 'on must be a method and a path such as "POST /...notes", not "notes".'],
      [{ on: 'GET /', timeout: -1 }, 'timeout must be a whole number from 0 to 600000, not -1.'],
    ])('rejects %j with one sentence', async (wait, sentence) => {
      await expect(forge.waitForRequest(wait)).rejects.toThrow(sentence);
    });

    it('goes on after a reset', async () => {
      const waiting = forge.waitForRequest({ on: 'POST /projects' });
      await forge.reset();
      await create('Engine');
      expect(await waiting).toMatchObject({ status: 201 });
    });
  });
});

it('ends with the forge', async () => {
  const forge = await startInProcess();
  const waiting = expect(forge.waitForRequest({ on: 'GET /' })).rejects.toThrow(
    'The forge was closed.',
  );
  await forge.close();
  await waiting;
});
