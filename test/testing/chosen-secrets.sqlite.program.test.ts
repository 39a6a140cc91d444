import { inspect } from 'node:util';
import { KITS, type Forge } from '../support/kit.js';

const TOKEN = 'a-token-of-the-test-0';

describe.each(KITS)('a forge %s', (_name, startForge) => {
  let forge: Forge;
  let other: Forge;
  beforeAll(async () => {
    const given = { ADMIN_TOKEN: TOKEN, ADMIN_PASSWORD: 'open sesame' };
    [forge, other] = await Promise.all([startForge(), startForge(given)]);
  });
  afterAll(() => Promise.all([forge.close(), other.close()]));
  beforeEach(() => forge.reset());

  const statusOf = async (one: Forge, token: string) => (await one.as(token).get('/user')).status;

  it('has a random token and password of root, unless they are given', async () => {
    const third = await startForge();
    try {
      const roots = [forge, third].map(({ root }) => root);
      const secrets = roots.flatMap(({ token, password }) => [token, password]);
      expect(new Set(secrets).size).toBe(4);
      for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32}$/);
      expect(await statusOf(third, forge.root.token)).toBe(401);
    } finally {
      await third.close();
    }
    expect(other.root).toMatchObject({ token: TOKEN, password: 'open sesame' });
    expect(await statusOf(other, TOKEN)).toBe(200);
  });

  it('creates users with the token that a test chooses', async () => {
    const ada = await forge.user({ username: 'ada', token: 'ada' });
    expect(ada.token).toBe('ada');
    const { body } = await forge.as('ada').get('/user');
    expect(body).toMatchObject({ username: 'ada' });
    await forge.reset();
    expect(await statusOf(forge, 'ada')).toBe(401);
  });

  it.each(['', 'of ada', 'x'.repeat(256), null])('rejects the token %j', async (token) => {
    await expect(forge.user({ token: token as string })).rejects.toThrow(
      'token must be 1 to 255 letters, digits, - and _.',
    );
  });

  it('rejects a token that another user has', async () => {
    await forge.user({ token: TOKEN });
    await expect(forge.user({ token: TOKEN })).rejects.toThrow('Another user has this token.');
  });

  it('prints its URL and nothing else', () => {
    expect(inspect(forge)).toBe(forge.url);
    expect(JSON.stringify(forge)).toBe(JSON.stringify(forge.url));
    expect(inspect(forge.as(forge.root))).toBe(`ForgeClient ${forge.api}`);
  });
});
