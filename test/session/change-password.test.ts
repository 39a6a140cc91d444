import { auditRows, lastAuditId } from '../audit/rows.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';

let forge: Forge;
let user: SeededUser;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());
beforeEach(async () => (user = await forge.seed.user()));

const change = (current_password: string, password: string, client = user.client) =>
  client.put('/user/password', { current_password, password });
const signIn = (password: string) =>
  forge.anonymous.post('/session', { login: user.username, password });

describe('PUT /user/password', () => {
  it('changes the password and keeps the token', async () => {
    const { status, body } = await change(user.password, 'a new password');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: user.id, username: user.username });
    expect((await signIn(user.password)).status).toBe(401);
    expect((await signIn('a new password')).body).toMatchObject({ private_token: user.token });
    expect((await user.client.get('/user')).status).toBe(200);
  });

  it('returns 400 for a wrong present password, and changes nothing', async () => {
    const { status, body } = await change('wrong', 'a new password');
    expect(status).toBe(400);
    expect(body).toEqual({ message: { current_password: ['is invalid'] } });
    expect((await signIn(user.password)).status).toBe(201);
  });

  it('returns 400 for missing and short parameters', async () => {
    expect((await user.client.put('/user/password', {})).body).toEqual({
      message: { current_password: ['is missing'], password: ['is missing'] },
    });
    expect((await change(user.password, 'short')).body).toEqual({
      message: { password: ['is too short (minimum is 8 characters)'] },
    });
  });

  it('asks administrators with sudo for the password of the effective user', async () => {
    const sudo = forge.root.sudo(user.id);
    expect((await change('the password of root', 'a new password', sudo)).status).toBe(400);
    expect((await change(user.password, 'a new password', sudo)).status).toBe(200);
  });

  it('lets one of two concurrent requests with the same present password win', async () => {
    const answers = await Promise.all([
      change(user.password, 'the first password'),
      change(user.password, 'the second password'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is recorded in the audit trail, without the password', async () => {
    await change(user.password, 'a new password');
    const { body } = await forge.root.get<object[]>('/audit_events', { action: 'user.updated' });
    expect(body[0]).toMatchObject({
      caller: { id: user.id },
      subject_id: user.id,
      details: { username: user.username, password_changed: true },
    });
    expect(JSON.stringify(body)).not.toContain('a new password');
  });

  it.each([
    ['without sudo', (id: number) => ({ client: user.client, caller: id })],
    ['with sudo', (id: number) => ({ client: forge.root.sudo(id), caller: 1 })],
  ])(
    'records a wrong present password with its caller and its effective user, %s',
    async (_, by) => {
      const before = await lastAuditId(forge);
      const { client, caller } = by(user.id);
      expect((await change('wrong', 'a new password', client)).status).toBe(400);
      expect(await auditRows(forge, before)).toMatchObject([
        { action: 'session.failed', caller_id: caller, actor_id: user.id, subject_id: user.id },
      ]);
    },
  );
});

describe('PUT /user/password with limits', () => {
  it('returns 429 beyond the limit of a user without counting a failure of the address', async () => {
    const limits = { RATE_LIMIT_FAILED_AUTH: '3', RATE_LIMIT_FAILED_SIGN_INS: '2' };
    const limited = await startForge({ RATE_LIMIT: 'on', ...limits });
    try {
      const { client } = await limited.seed.user();
      const guess = async () => (await change('wrong', 'a new password', client)).status;
      expect([await guess(), await guess()]).toEqual([400, 400]);
      // These compare no password.
      expect([await guess(), await guess(), await guess()]).toEqual([429, 429, 429]);
      const fail = async () => (await limited.as('wrong').get('/user')).status;
      expect([await fail(), await fail()]).toEqual([401, 429]);
    } finally {
      await limited.close();
    }
  });

  it('returns 429 after 30 wrong passwords from one address', async () => {
    const limited = await startForge({ RATE_LIMIT: 'on' });
    try {
      const { client } = await limited.seed.user();
      for (let n = 0; n < 30; n++)
        expect((await change('wrong', 'a new password', client)).status).toBe(400);
      // The sign-ins of the account have a count of their own.
      const { status, headers } = await change('wrong', 'a new password', client);
      expect(status).toBe(429);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await limited.close();
    }
  });
});
