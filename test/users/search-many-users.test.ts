import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { addUsers } from '../support/many-rows.js';

interface User {
  username: string;
}

describe('GET /users?search= among many', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
    await addUsers(forge, 10_050);
  });
  afterAll(() => forge.close());

  const search = (text: string, query: Record<string, string> = {}) =>
    forge.root.get<User[]>('/users', { search: text, ...query });

  it('counts what few are found of them', async () => {
    const { body, headers } = await search('crowd-1000');
    expect(body.map(({ username }) => username)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `crowd-${10_009 - i}`),
      'crowd-1000',
    ]);
    expect(headers.get('X-Total')).toBe('11');
  });

  it('shows the newest where more are found than are counted', async () => {
    const { body, headers } = await search('crowd-', { per_page: '2' });
    expect(body.map(({ username }) => username)).toEqual(['crowd-10049', 'crowd-10048']);
    expect([headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([null, '2']);
  });

  it('counts where a filter leaves few of them', async () => {
    const { body, headers } = await search('crowd-', { username: 'crowd-77' });
    expect(body.map(({ username }) => username)).toEqual(['crowd-77']);
    expect(headers.get('X-Total')).toBe('1');
  });

  it.each(['crowd-1', 'crowd-'])('walks by cursor to the end of %s', async (text) => {
    let next: string | undefined =
      `/users?search=${text}&pagination=keyset&per_page=100&username=crowd-10`;
    const found: string[] = [];
    while (next !== undefined) {
      const answer: Answer<User[]> = await forge.root.get<User[]>(next);
      found.push(...answer.body.map(({ username }) => username));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
    }
    expect(found).toEqual(['crowd-10']);
  });

  it('has the same order in early pages and late ones', async () => {
    const { client } = await forge.seed.user({ username: 'reader' });
    const page = async (query: Record<string, string>) => {
      const { body, headers } = await client.get<User[]>('/users', { search: 'crowd-1', ...query });
      expect(headers.get('X-Total')).toBe('1161');
      return body.map(({ username }) => username);
    };
    const whole = (
      await Promise.all(['1', '2'].map((n) => page({ per_page: '100', page: n })))
    ).flat();
    expect(whole.slice(0, 52)).toEqual([
      ...Array.from({ length: 50 }, (_, i) => `crowd-${10_049 - i}`),
      ...['crowd-1999', 'crowd-1998'],
    ]);
    for (const n of [1, 2, 3, 4, 5, 6, 7, 26, 100])
      expect(await page({ per_page: '2', page: String(n) })).toEqual(whole.slice(2 * n - 2, 2 * n));
  });

  it('shows the newest of many who are all among the oldest', async () => {
    const before = await search('crowd-', { per_page: '3', page: '2' });
    await addUsers(forge, 2_000, { name: 'later', start: 1_000_000 });
    const { body, headers } = await search('crowd-', { per_page: '3', page: '2' });
    expect(body).toEqual(before.body);
    expect(body.map(({ username }) => username)).toEqual(
      [10_046, 10_045, 10_044].map((n) => `crowd-${n}`),
    );
    expect([headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([null, '3']);
    const first = await search('crowd-', { pagination: 'keyset', per_page: '3' });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    expect((await forge.root.get(next)).body).toEqual(body);
    const filtered = await search('crowd-', { active: 'true', per_page: '3', page: '2' });
    expect([filtered.body, filtered.headers.get('X-Total')]).toEqual([body, null]);
  });
});
