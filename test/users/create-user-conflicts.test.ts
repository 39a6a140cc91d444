import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('POST /users with values of another user', () => {
  let forge: Forge;
  let alice: SeededUser;
  const account = { provider: 'directory', extern_uid: 'cn=alice' };

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ username: 'Alice', email: 'alice@example.com', ...account });
    await alice.client.post('/user/emails', { email: 'rabbit@example.com' });
  });
  afterAll(() => forge.close());

  let count = 0;
  function create(given: object) {
    const username = `someone${++count}`;
    const email = `${username}@example.com`;
    const required = { username, email, name: 'Some One', password: 'a good password' };
    return forge.root.post('/users', { ...required, ...given });
  }

  const email = ' ALICE@Example.com';
  const username = 'aLICE';
  const taken = ['has already been taken'];

  it.each([
    ['an address, whatever its case', { email }, 'Email has already been taken'],
    ['a secondary address', { email: 'rabbit@example.com' }, 'Email has already been taken'],
    ['a username, whatever its case', { username }, 'Username has already been taken'],
    ['both, and names the address', { email, username }, 'Email has already been taken'],
  ])('returns 409 for %s', async (_, given, message) => {
    expect(await create(given)).toEqual(answered(409, { message }));
  });

  it.each([
    ['an account elsewhere', account, { extern_uid: taken }],
    [
      'an account elsewhere with white space around it',
      { provider: 'directory\t', extern_uid: ' cn=alice ' },
      { extern_uid: taken },
    ],
    [
      'an account elsewhere, the address and the username',
      { ...account, email, username },
      { extern_uid: taken, email: taken, username: taken },
    ],
    [
      'the address, and a name that is wrong',
      { email, name: '' },
      { email: taken, name: ["can't be blank"] },
    ],
    [
      'the username, and half of an account',
      { username, provider: 'directory' },
      { username: taken, extern_uid: ['is missing'] },
    ],
    [
      'the username, and an address that is wrong',
      { username, email: '@' },
      {
        username: taken,
        email: ['is invalid'],
      },
    ],
  ])('returns 400 and names every invalid parameter: %s', async (_, given, message) => {
    expect(await create(given)).toEqual(answered(400, { message }));
  });

  it.each([
    ['of another provider', { ...account, provider: 'other directory' }],
    ['in another case', { ...account, extern_uid: 'CN=alice' }],
  ])('accepts the same identity %s', async (_, given) => {
    expect((await create(given)).status).toBe(201);
  });

  it('creates nothing if it fails', async () => {
    const before = await forge.root.get('/users');
    await create({ ...account, name: 'Second' });
    await create({ email });
    expect((await forge.root.get('/users')).body).toEqual(before.body);
  });

  describe('in 20 concurrent requests', () => {
    const twenty = Array.from({ length: 20 }, (_, n) => n);
    const oneOf = (status: number) => [201, ...twenty.slice(1).map(() => status)];
    const statuses = async (given: (n: number) => object) => {
      const answers = await Promise.all(twenty.map((n) => create(given(n))));
      return answers.map(({ status }) => status).sort();
    };

    it('gives the username to one of them', async () => {
      const variant = (n: number) => (n % 2 ? 'wanted' : 'WANTED');
      expect(await statuses((n) => ({ username: variant(n) }))).toEqual(oneOf(409));
    });

    it('gives the address to one of them', async () => {
      const variant = (n: number) => (n % 2 ? 'wanted@example.com' : ' Wanted@example.com');
      expect(await statuses((n) => ({ email: variant(n) }))).toEqual(oneOf(409));
    });

    it('gives the identity to one of them', async () => {
      const wanted = { provider: 'directory', extern_uid: 'cn=wanted' };
      expect(await statuses(() => wanted)).toEqual(oneOf(400));
    });

    it('gives all of it to one of them', async () => {
      const all = { username: 'everything', email: 'everything@example.com' };
      expect(await statuses(() => all)).toEqual(oneOf(409));
    });
  });
});
