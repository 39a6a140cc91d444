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

  const usernames = async () => {
    const { body } = await forge.as(forge.root).get<{ username: string }[]>('/users');
    return body.map(({ username }) => username).sort();
  };

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

  it('creates users with a random password, unless it is given', async () => {
    const [ada, bob] = [await forge.user(), await forge.user({ password: 'open sesame' })];
    expect(ada.password).toMatch(/^[\w-]{32}$/);
    expect(bob.password).toBe('open sesame');
    for (const { username, password } of [ada, bob]) {
      const session = { login: username, password };
      expect((await forge.as(null).post('/session', session)).status).toBe(201);
    }
  });

  it('creates users with the token that a test chooses', async () => {
    const ada = await forge.user({ username: 'ada', token: 'ada' });
    expect(ada.token).toBe('ada');
    const { body } = await forge.as('ada').get('/user');
    expect(body).toMatchObject({ username: 'ada' });
    await forge.reset();
    expect(await statusOf(forge, 'ada')).toBe(401);
  });

  it.each(['', 'of ada', 'x'.repeat(256), null])(
    'rejects the token %j, and creates no user',
    async (token) => {
      await expect(forge.user({ token: token as string })).rejects.toThrow(
        'token must be 1 to 255 letters, digits, - and _.',
      );
      expect(await usernames()).toEqual(['root']);
    },
  );

  it('rejects a token that another user has, and creates no user', async () => {
    await forge.user({ username: 'ada', token: TOKEN });
    await expect(forge.user({ token: TOKEN })).rejects.toThrow('Another user has this token.');
    expect(await usernames()).toEqual(['ada', 'root']);
  });

  it('prints its URL and nothing else', () => {
    expect(inspect(forge)).toBe(forge.url);
    expect(JSON.stringify(forge)).toBe(JSON.stringify(forge.url));
    expect(inspect(forge.as(forge.root))).toBe(`ForgeClient ${forge.api}`);
  });
});
