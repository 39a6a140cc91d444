import { ROOT, startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView, rootView } from '../support/views.js';

describe('GET /user', () => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ username: 'Alice' });
  });
  afterAll(() => forge.close());

  it('answers a normal user with his full view', async () => {
    expect(await alice.client.get('/user')).toEqual(answered(200, fullView(forge, alice)));
  });

  it('answers an administrator with his full view, without his token', async () => {
    expect(await forge.root.get('/user')).toEqual(answered(200, rootView(forge)));
  });

  it.each([
    ['his id', () => String(alice.id)],
    ['his username', () => 'Alice'],
    ['his username in another case', () => 'aLICE'],
  ])(
    'answers an administrator who gives sudo and %s with that user and his token',
    async (_, sudo) => {
      expect(await forge.root.get('/user', { sudo: sudo() })).toEqual(
        answered(200, fullView(forge, alice, { private_token: alice.token })),
      );
    },
  );

  it('answers the same when sudo is a header', async () => {
    expect(await forge.root.sudo(alice.id).get('/user')).toEqual(
      answered(200, fullView(forge, alice, { private_token: alice.token })),
    );
  });

  it('answers an administrator who gives himself with his token', async () => {
    expect(await forge.root.get('/user', { sudo: 1 })).toEqual(
      answered(200, rootView(forge, { private_token: ROOT.token })),
    );
  });

  it('answers an administrator with the token of another one', async () => {
    const judy = await forge.seed.admin();
    expect(await forge.root.get('/user', { sudo: judy.id })).toEqual(
      answered(200, fullView(forge, judy, { is_admin: true, private_token: judy.token })),
    );
  });

  it('answers with the accounts elsewhere', async () => {
    const account = { provider: 'directory', extern_uid: 'cn=bob' };
    const bob = await forge.seed.user(account);
    expect(await bob.client.get('/user')).toEqual(
      answered(200, fullView(forge, bob, { identities: [account] })),
    );
  });
});

describe('private_token', () => {
  it('is in no answer but those of GET /user with sudo and of POST /session', async () => {
    const forge = await startForge();
    try {
      const { id, at, username, email, name, password, token } = await forge.seed.user();
      const again = { username: 'again', email: 'again@example.com', name, password };
      const acting = forge.root.sudo(1);
      const answers = [
        await acting.post('/users', again),
        await acting.put(at, { username, email, name, password }),
        ...(await Promise.all([acting.get('/users'), acting.get(at), acting.get('/users/1')])),
        await forge.as(token).get('/user'),
        await acting.put(`${at}/block`),
        await acting.put(`${at}/unblock`),
        await acting.delete(at),
      ];
      const told = JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]]));
      expect(told).toContain(`"id":${id},`);
      for (const secret of ['private_token', token, ROOT.token]) expect(told).not.toContain(secret);
    } finally {
      await forge.close();
    }
  });
});
