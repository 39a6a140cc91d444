import { startForge, type Forge } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';
import { addUsers } from '../support/many-rows.js';

interface User {
  username: string;
}

describe('GET /users?search= with many users', () => {
  let forge: Forge;
  let reader: Client;

  beforeAll(async () => {
    forge = await startForge();
    await addUsers(forge, 10_050);
    ({ client: reader } = await forge.seed.user({ username: 'reader' }));
  });
  afterAll(() => forge.close());

  const search = (text: string, query: Record<string, string> = {}) =>
    forge.root.get<User[]>('/users', { search: text, ...query });

  const namesByCursor = async (client: Client, first: string) => {
    let next: string | undefined = first;
    const names: string[] = [];
    while (next !== undefined) {
      const answer: Answer<User[]> = await client.get<User[]>(next);
      names.push(...answer.body.map(({ username }) => username));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
    }
    return names;
  };

  it('returns the exact total if few match', async () => {
    const { body, headers } = await search('crowd-1000');
    expect(body.map(({ username }) => username)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `crowd-${10_009 - i}`),
      'crowd-1000',
    ]);
    expect(headers.get('X-Total')).toBe('11');
  });

  it('returns the newest and no total if too many match', async () => {
    const { body, headers } = await search('crowd-', { per_page: '2' });
    expect(body.map(({ username }) => username)).toEqual(['crowd-10049', 'crowd-10048']);
    expect([headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([null, '2']);
  });

  it('returns the exact total if a filter leaves few', async () => {
    const { body, headers } = await search('crowd-', { username: 'crowd-77' });
    expect(body.map(({ username }) => username)).toEqual(['crowd-77']);
    expect(headers.get('X-Total')).toBe('1');
  });

  it.each(['crowd-1', 'crowd-'])('returns all users by cursor for %s', async (text) => {
    const query = `search=${text}&pagination=keyset&per_page=100&username=crowd-10`;
    expect(await namesByCursor(forge.root, `/users?${query}`)).toEqual(['crowd-10']);
  });

  it('returns the newest match even if only the oldest users match', async () => {
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
    const names = await namesByCursor(
      reader,
      '/users?search=crowd-10&pagination=keyset&per_page=50',
    );
    // 10, 100 to 109, 1,000 to 1,099 and 10,000 to 10,049.
    expect([names.length, names[0], names.at(-1)]).toEqual([161, 'crowd-10049', 'crowd-10']);
    expect(new Set(names).size).toBe(161);
    const filtered = await search('crowd-', { active: 'true', per_page: '3', page: '2' });
    expect([filtered.body, filtered.headers.get('X-Total')]).toEqual([body, null]);
  });
});
