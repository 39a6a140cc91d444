import { startForge, type Forge } from '../../src/app/testing/in-process.js';

describe('a failure of a forge', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ CORS_ORIGINS: '*' });
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  const REPLACED = { on: '* /...', status: 503, headers: { 'X-Proxy': 'yes' } };
  const headersOf = async (send: () => Promise<{ status: number; headers: Headers }>) => {
    const { status, headers } = await send();
    expect(status).toBe(503);
    const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
    return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
  };

  it.each<[string, (one: Forge) => Promise<{ status: number; headers: Headers }>]>([
    ['of pages', (one) => one.as(one.root).get('/users')],
    [
      'of a repeated request',
      (one) => one.as(one.root).with({ 'idempotency-key': 'one' }).post('/projects', { name: 'A' }),
    ],
    ['of caches', (one) => one.as(null).get(`${one.url}/public/users`)],
  ])('has none of the headers %s, with and without after', async (_case, send) => {
    expect((await send(forge)).status).toBeLessThan(300);
    await forge.fail({ ...REPLACED, after: true });
    const late = await headersOf(() => send(forge));
    await forge.fail(REPLACED);
    expect(late).toEqual(await headersOf(() => send(forge)));
    expect(late).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'application/json',
      'retry-after': '0',
      'x-proxy': 'yes',
    });
    expect(Object.keys(late)).not.toEqual(expect.arrayContaining(['link']));
    expect(Object.keys(late)).not.toEqual(expect.arrayContaining(['idempotency-replayed']));
  });

  it('does not count requests with disconnect as running', async () => {
    await forge.fail({ on: 'GET /user', disconnect: true, times: 300 });
    const user = () => forge.as(forge.root).get('/user');
    for (let n = 0; n < 6; n++) {
      const lost = await Promise.allSettled(Array.from({ length: 50 }, user));
      expect(lost.filter(({ status }) => status === 'rejected')).toHaveLength(50);
    }
    expect((await user()).status).toBe(200);
    expect((await forge.requests()).at(0)?.status).toBeNull();
  });
});
