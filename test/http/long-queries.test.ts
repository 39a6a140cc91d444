import { startForge, type Forge } from '../support/app.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
  await forge.seed.user();
  await forge.seed.user();
});
afterAll(() => forge.close());

const list = async (other: string) => {
  const { status, headers } = await forge.root.get('/users', { other, per_page: 1, page: 2 });
  const link = headers.get('link') ?? '';
  return {
    status,
    link,
    rels: [...link.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel),
    kept: link.split(`other=${other}&`).length - 1,
  };
};

describe('the query of a list', () => {
  it('is repeated in the links', async () => {
    expect(await list('x'.repeat(1_000))).toMatchObject({ status: 200, kept: 4 });
  });

  it.each([
    ...['PRIVATE_TOKEN', 'Access_Token[0]', 'Private_Token%5B%5D'],
    ...['password', 'Password', 'password[a][b]'],
  ])('is repeated in the links without the secret %s', async (name) => {
    const path = `/users?kept=yes&${name}=hidden-secret&per_page=1`;
    const { headers } = await forge.root.get(path);
    const link = headers.get('link');
    expect(link).toContain('kept=yes');
    expect(link).not.toMatch(/hidden-secret|token|password/i);
  });

  it('is repeated in the links with names that only contain that of a secret', async () => {
    const { headers } = await forge.root.get('/users?password_hint=yes&per_page=1');
    expect(headers.get('link')).toContain('password_hint=yes');
  });

  it.each([4_000, 8_000])(
    'is left out of the links if the headers would be too long for clients: %i characters',
    async (length) => {
      const { status, link, rels, kept } = await list('x'.repeat(length));
      expect([status, rels, kept]).toEqual([200, ['prev', 'next', 'first', 'last'], 0]);
      // Common HTTP clients accept 16 KiB of headers.
      expect(link.length).toBeLessThan(8_192);
    },
  );
});
