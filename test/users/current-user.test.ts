import { ROOT, startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView, rootView } from '../support/expected-responses.js';

describe('GET /user', () => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ username: 'Alice' });
  });
  afterAll(() => forge.close());

  it('returns the full view to a normal user', async () => {
    expect(await alice.client.get('/user')).toEqual(answered(200, fullView(forge, alice)));
  });

  it('returns the full view without the token to an administrator', async () => {
    expect(await forge.root.get('/user')).toEqual(answered(200, rootView(forge)));
  });

  it.each([
    ['the id', () => String(alice.id)],
    ['the username', () => 'Alice'],
    ['the username in another case', () => 'aLICE'],
  ])('returns the user of sudo and their token for %s', async (_, sudo) => {
    expect(await forge.root.get('/user', { sudo: sudo() })).toEqual(
      answered(200, fullView(forge, alice, { private_token: alice.token })),
    );
  });

  it('returns the same for sudo in a header', async () => {
    expect(await forge.root.sudo(alice.id).get('/user')).toEqual(
      answered(200, fullView(forge, alice, { private_token: alice.token })),
    );
  });

  it('returns the token for sudo to the caller', async () => {
    expect(await forge.root.get('/user', { sudo: 1 })).toEqual(
      answered(200, rootView(forge, { private_token: ROOT.token })),
    );
  });

  it('returns the token of another administrator for sudo to them', async () => {
    const judy = await forge.seed.admin();
    expect(await forge.root.get('/user', { sudo: judy.id })).toEqual(
      answered(200, fullView(forge, judy, { is_admin: true, private_token: judy.token })),
    );
  });

  it('returns the identities', async () => {
    const account = { provider: 'directory', extern_uid: 'cn=bob' };
    const bob = await forge.seed.user(account);
    expect(await bob.client.get('/user')).toEqual(
      answered(200, fullView(forge, bob, { identities: [account] })),
    );
  });
});

describe('private_token', () => {
  it('is only in the responses of GET /user with sudo and of POST /session', async () => {
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
      const text = JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]]));
      expect(text).toContain(`"id":${id},`);
      for (const secret of ['private_token', token, ROOT.token]) expect(text).not.toContain(secret);
    } finally {
      await forge.close();
    }
  });
});
