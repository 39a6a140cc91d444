import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('PUT /users/:id returns 404 for every failure', () => {
  let forge: Forge;
  let alice: SeededUser;
  let bob: SeededUser;
  const account = { provider: 'directory', extern_uid: 'cn=bob' };

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ username: 'alice', email: 'alice@example.com' });
    bob = await forge.seed.user({ username: 'Bob', email: 'bob@example.com', ...account });
    await bob.client.post('/user/emails', { email: 'bobby@example.com' });
  });
  afterAll(() => forge.close());

  const notFound = () => answered(404, { message: '404 User Not Found' });
  const failed = (message: object) => answered(404, { message });
  const taken = ['has already been taken'];

  it.each(['999999', '0', '-1', 'alice', '1.0', '9007199254740993', '%20'])(
    'returns it for the unknown id %s, whatever the body is',
    async (id) => {
      expect(await forge.root.put(`/users/${id}`, { email: 'x' })).toEqual(notFound());
    },
  );

  it.each([
    ['the primary address of another user', { email: 'BOB@example.com' }, { email: taken }],
    ['a secondary address of another user', { email: 'bobby@example.com' }, { email: taken }],
    ['the username of another user', { username: 'bOB' }, { username: taken }],
    ['the identity of another user', account, { extern_uid: taken }],
    [
      'username, address and identity of another user',
      { ...account, email: 'bob@example.com', username: 'bob' },
      { email: taken, username: taken, extern_uid: taken },
    ],
    [
      'an invalid value next to unchanged ones',
      { username: 'ALICE', email: 'alice@example.com', name: '' },
      { name: ["can't be blank"] },
    ],
    ['half of an identity', { extern_uid: 'cn=alice' }, { provider: ['is missing'] }],
    ['an empty name', { name: '' }, { name: ["can't be blank"] }],
    ['an empty address', { email: ' ' }, { email: ["can't be blank"] }],
    ['a reserved name', { username: 'Ghost' }, { username: ['Ghost is a reserved name'] }],
    [
      'several invalid values',
      {
        email: 'bob@example.com',
        username: '-',
        password: 'short',
        projects_limit: 'many',
        admin: 'perhaps',
        bio: [],
        provider: 'directory',
      },
      {
        email: taken,
        username: ['is invalid'],
        password: ['is too short (minimum is 8 characters)'],
        projects_limit: ['is not a number'],
        admin: ['is invalid'],
        bio: ['is invalid'],
        extern_uid: ['is missing'],
      },
    ],
  ])('names every problem: %s', async (_, changes, message) => {
    expect(await forge.root.put(alice.at, changes)).toEqual(failed(message));
  });

  it('changes nothing after a failure', async () => {
    const before = await forge.root.get(alice.at);
    await forge.root.put(alice.at, { name: 'Changed', username: 'changed', email: bob.email });
    await forge.root.put(alice.at, { name: 'Changed', projects_limit: -1 });
    await forge.root.put(alice.at, { name: 'Changed', ...account });
    expect(await forge.root.get(alice.at)).toEqual(answered(200, before.body));
  });

  it('returns 400 for a malformed body', async () => {
    const { status, body } = await forge.root.type('application/json').put(alice.at, '{"name":');
    expect([status, body]).toEqual([
      400,
      { message: expect.stringMatching(/^400 Bad Request - /) as unknown },
    ]);
  });

  it('returns 415 for a body in plain text', async () => {
    expect((await forge.root.type('text/plain').put(alice.at, 'name=A')).status).toBe(415);
  });

  it('lets exactly one of 20 concurrent requests have the username', async () => {
    const users: SeededUser[] = [];
    while (users.length < 20) users.push(await forge.seed.user());
    const answers = await Promise.all(
      users.map(({ at }) => forge.root.put(at, { username: 'wanted' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
  });
});
