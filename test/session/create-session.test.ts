import { ROOT, startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView, rootView, TIMESTAMP } from '../support/expected-responses.js';

describe('POST /session', () => {
  let forge: Forge;
  let alice: SeededUser;
  let password: string;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
    ({ password } = alice);
  });
  afterAll(() => forge.close());

  const signIn = (given: object) =>
    forge.anonymous.post<{ [field: string]: unknown }>('/session', given);
  const signedIn = (changes = {}) =>
    answered(
      201,
      fullView(forge, alice, {
        current_sign_in_at: TIMESTAMP,
        private_token: alice.token,
        ...changes,
      }),
    );
  const refused = () => answered(401, { message: '401 Unauthorized' });

  it.each([
    ['the username as login', () => ({ login: alice.username })],
    ['the username in another case', () => ({ login: alice.username.toUpperCase() })],
    ['the address as login', () => ({ login: alice.email })],
    ['the address as login, in another case', () => ({ login: alice.email.toUpperCase() })],
    ['the address as email', () => ({ email: alice.email })],
    ['the address as email, in another case', () => ({ email: alice.email.toUpperCase() })],
  ])('returns 201, the full view and the private token for %s', async (_, login) => {
    expect(await signIn({ ...login(), password })).toEqual(signedIn());
  });

  it('returns the same fields to an administrator', async () => {
    const { username: login, password, token } = ROOT;
    const changes = { current_sign_in_at: TIMESTAMP, private_token: token };
    expect(await signIn({ login, password })).toEqual(answered(201, rootView(forge, changes)));
  });

  it('reads a form', async () => {
    const form = new URLSearchParams({ login: alice.username, password });
    expect(await signIn(form)).toEqual(signedIn());
  });

  it('ignores an invalid token', async () => {
    const client = forge.as('nobodys-token-0000000');
    const { status } = await client.post('/session', { login: alice.username, password });
    expect(status).toBe(201);
  });

  it('returns a token that works', async () => {
    const { body } = await signIn({ login: alice.username, password });
    const { status } = await forge.as(String(body['private_token'])).get('/user');
    expect(status).toBe(200);
  });

  it('moves the current sign-in to the last one', async () => {
    const first = await signIn({ login: alice.username, password });
    const second = await signIn({ login: alice.username, password });
    const { current_sign_in_at } = first.body;
    expect(second).toEqual(signedIn({ last_sign_in_at: current_sign_in_at }));
    const times = [current_sign_in_at, second.body['current_sign_in_at']].map(String);
    expect(Date.parse(times[1] ?? '')).toBeGreaterThan(Date.parse(times[0] ?? ''));
  });

  it('shows the sign-ins to administrators and to the user', async () => {
    const { body } = await signIn({ login: alice.username, password });
    const { current_sign_in_at } = body;
    const view = answered(200, fullView(forge, alice, { current_sign_in_at }));
    expect(await alice.client.get('/user')).toEqual(view);
    expect(await forge.root.get(alice.at)).toEqual(view);
  });

  describe('with wrong credentials', () => {
    it.each([
      ['a wrong password', () => ({ login: alice.username, password: 'wrong' })],
      [
        'the password in another case',
        () => ({ login: alice.username, password: password.toUpperCase() }),
      ],
      [
        'a password with a blank after it',
        () => ({ login: alice.username, password: `${password} ` }),
      ],
      ['a part of the username', () => ({ login: alice.username.slice(0, 3), password })],
      ['nobody’s username', () => ({ login: 'nobody', password })],
      ['nobody’s address', () => ({ email: 'nobody@example.com', password })],
      ['a pattern', () => ({ login: '%', password })],
      ['the password of another', () => ({ login: 'root', password })],
    ])('returns 401 for %s', async (_, given) => {
      expect(await signIn(given())).toEqual(refused());
    });

    it('returns 401 for a blocked user', async () => {
      await forge.root.put(`${alice.at}/block`);
      expect(await signIn({ login: alice.username, password })).toEqual(refused());
    });

    it('returns 401 for a user blocked by the directory', async () => {
      await ldapBlock(forge, alice);
      expect(await signIn({ login: alice.username, password })).toEqual(refused());
    });

    it('keeps the times of sign-ins', async () => {
      await signIn({ login: alice.username, password: 'wrong' });
      expect(await forge.root.get(alice.at)).toEqual(answered(200, fullView(forge, alice)));
    });
  });

  it.each([
    [{}, { login: ['is missing'], password: ['is missing'] }],
    [{ login: 'root' }, { password: ['is missing'] }],
    [{ password: 'x' }, { login: ['is missing'] }],
    [
      { login: ' ', password: '' },
      { login: ['is missing'], password: ["can't be blank"] },
    ],
    [
      { login: '\u200b', email: '\u3164', password: '\u2800' },
      { login: ['is missing'], password: ["can't be blank"] },
    ],
    [
      { login: {}, password: [] },
      { login: ['is invalid'], password: ['is invalid'] },
    ],
    [
      { email: ['root'], password: null },
      { email: ['is invalid'], password: ["can't be blank"] },
    ],
  ])('returns 400 for %j', async (given, message) => {
    expect(await signIn(given)).toEqual(answered(400, { message }));
  });
});
