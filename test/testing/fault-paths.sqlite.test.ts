import { startForge, type Forge } from '../../src/app/testing/in-process.js';

describe('a forge', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  const get = async (path: string) => (await forge.as(forge.root).get(path)).status;

  describe('faults', () => {
    it.each([
      ['GET /users', '/users.json', true],
      ['GET /users', '/users/', true],
      ['GET /users', '/users.json/?page=1', true],
      ['GET /users/', '/users', true],
      ['GET /users.json', '/users.json', true],
      ['GET /users.json', '/users', false],
      ['GET /openapi.json', '/openapi.json', true],
      ['GET /openapi', '/openapi.json', false],
    ])('%s matches GET %s: %s', async (on, path, matches) => {
      await forge.fail({ on, status: 500 });
      expect(await get(path)).toBe(matches ? 500 : 200);
    });

    it('match an address at the root of the forge', async () => {
      await forge.fail({ on: 'GET /', status: 500 });
      expect(await get(forge.url)).toBe(500);
      await forge.fail({ on: 'GET /health', status: 500 });
      expect(await get(`${forge.url}/health/`)).toBe(500);
    });

    it('delay them too', async () => {
      await forge.delay({ on: 'GET /users', ms: 300 });
      const begin = performance.now();
      await get('/users.json');
      expect(performance.now() - begin).toBeGreaterThan(290);
    });

    it('reject a pattern with a query', async () => {
      const on = 'GET /users?page=2';
      const sentence = 'on matches paths without the query: leave out ?page=2.';
      await expect(forge.fail({ on, status: 500 })).rejects.toThrow(sentence);
      await expect(forge.delay({ on, ms: 1 })).rejects.toThrow(sentence);
    });
  });

  describe('requests', () => {
    it('returns the path without .json and a slash at the end', async () => {
      for (const path of ['/users.json', '/users/', '/openapi.json']) await get(path);
      expect((await forge.requests()).map(({ path }) => path)).toEqual([
        '/users',
        '/users',
        '/openapi.json',
      ]);
    });

    it('returns an array for a parameter that was sent twice', async () => {
      await get('/users?search=a&search=b&page=1');
      const [request] = await forge.requests();
      expect(request?.query).toEqual({ search: ['a', 'b'], page: '1' });
    });
  });
});
