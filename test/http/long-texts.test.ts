import { startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import type { SeededUser } from '../support/seed.js';

/** Normalizing combining marks takes quadratic time: a text of this length would take minutes. */
const marks = 'a' + '\u0315\u0300'.repeat(150_000);
const tooLong = (field: string, max: number) =>
  answered(400, { message: { [field]: [`is too long (maximum is ${max} characters)`] } });

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

describe('a text that is much longer than its limit', () => {
  it('returns 400 for an address, without being normalized', async () => {
    expect(await ada.client.post('/user/emails', { email: marks })).toEqual(tooLong('email', 254));
  });

  it('returns 400 for an external identity', async () => {
    const extern_uid = ' '.repeat(900_000) + 'x';
    const user = { email: 'x@example.com', username: 'x', name: 'x', password: 'x'.repeat(8) };
    expect(await forge.root.post('/users', { ...user, extern_uid, provider: 'x' })).toEqual(
      tooLong('extern_uid', 512),
    );
  });

  it('returns 400 for a key', async () => {
    const key = `${' '.repeat(900_000)}ssh-ed25519 AAAA`;
    const problems = {
      key: ['is too long (maximum is 5000 characters)'],
      fingerprint: ['cannot be generated'],
    };
    expect(await ada.client.post('/user/keys', { title: 'x', key })).toEqual(
      answered(400, { message: problems }),
    );
  });

  it('returns 400 for a number', async () => {
    const user_id = '1'.repeat(900_000);
    const { at } = await forge.seed.project(ada);
    expect(await ada.client.post(`${at}/members`, { user_id, access_level: 10 })).toEqual(
      answered(400, { message: { user_id: ['is invalid'] } }),
    );
  });

  it('returns 400 for a timestamp', async () => {
    const { at } = await forge.seed.project(ada);
    const created_at = `2020-01-01${' '.repeat(900_000)}`;
    expect(await ada.client.post(`${at}/issues`, { title: 'x', created_at })).toEqual(
      answered(400, { message: { created_at: ['is invalid'] } }),
    );
  });

  it('returns 400 for the value of sudo', async () => {
    expect(await forge.root.post('/projects', { name: 'x', sudo: marks })).toEqual(
      answered(400, { message: { sudo: ['is invalid'] } }),
    );
  });

  it('returns 401 for a login', async () => {
    const given = { login: 'x'.repeat(255), password: 'wrong' };
    expect((await forge.anonymous.post('/session', given)).status).toBe(401);
    expect(await forge.anonymous.post('/session', { ...given, login: 'x'.repeat(256) })).toEqual(
      tooLong('login', 255),
    );
  });
});

describe('a text with white space around it', () => {
  it('is accepted if it is short without the white space', async () => {
    const email = `${' '.repeat(300)}padded@example.com${' '.repeat(300)}`;
    const { status, body } = await ada.client.post('/user/emails', { email });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number) as number, email: 'padded@example.com' },
    ]);
  });
});
