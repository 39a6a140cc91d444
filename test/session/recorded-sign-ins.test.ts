import { PASSWORD } from '../../src/app/testing/creations.js';
import { auditRows, lastAuditId } from '../audit/rows.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';

describe('The audit trail of sign-ins', () => {
  let forge: Forge;
  let alice: SeededUser;
  let before: number;
  beforeAll(async () => {
    forge = await startForge({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
    before = await lastAuditId(forge);
  });
  afterAll(() => forge.close());

  const signIn = (login: string, password: string, headers: Record<string, string> = {}) =>
    forge.anonymous.with(headers).post('/session', { login, password });

  it('has the user and the address of a sign-in', async () => {
    await signIn(alice.username, PASSWORD, { 'X-Forwarded-For': '::ffff:192.0.2.7' });
    const user = { caller_id: alice.id, caller_name: alice.username, actor_id: alice.id };
    expect(await auditRows(forge, before)).toMatchObject([
      { action: 'session.created', ...user, ip: '192.0.2.7', subject_id: alice.id },
    ]);
  });

  it('has the user and the address of a failed sign-in, and no caller', async () => {
    const answer = await signIn(alice.username, 'wrong', { 'X-Forwarded-For': '2001:db8::1' });
    expect(answer.status).toBe(401);
    const nobody = { caller_id: null, caller_name: null, actor_id: null, actor_name: null };
    expect(await auditRows(forge, before)).toMatchObject([
      {
        ...{ action: 'session.failed', ...nobody, ip: '2001:db8::1', subject_id: alice.id },
        details: { username: alice.username },
      },
    ]);
  });

  it('never has a login that nobody has, which may be a password', async () => {
    expect((await signIn('my secret password', 'x')).status).toBe(401);
    const rows = await auditRows(forge, before);
    expect(rows).toMatchObject([{ action: 'session.failed', subject_id: 0, details: {} }]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('has no address if the proxy forwards something else', async () => {
    await signIn(alice.username, PASSWORD, { 'X-Forwarded-For': 'unknown' });
    expect(await auditRows(forge, before)).toMatchObject([{ action: 'session.created', ip: null }]);
  });

  it('has the address without the IPv6 zone, which can have any length', async () => {
    const headers = { 'X-Forwarded-For': `fe80::1%${'a'.repeat(60)}` };
    expect((await signIn(alice.username, 'wrong', headers)).status).toBe(401);
    expect((await signIn(alice.username, PASSWORD, headers)).status).toBe(201);
    expect(await auditRows(forge, before)).toMatchObject([
      { action: 'session.failed', ip: 'fe80::1' },
      { action: 'session.created', ip: 'fe80::1' },
    ]);
  });

  it('has the address without the port that a proxy may write', async () => {
    for (const address of ['192.0.2.1:50123', '[2001:db8::1]:50123'])
      await signIn(alice.username, 'wrong', { 'X-Forwarded-For': address });
    expect(await auditRows(forge, before)).toMatchObject([
      { action: 'session.failed', ip: '192.0.2.1' },
      { action: 'session.failed', ip: '2001:db8::1' },
    ]);
  });

  it('has each failure below the limit, and none that a limit rejects', async () => {
    const limited = await startForge({
      ...{ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' },
      RATE_LIMIT_FAILED_AUTH: '2',
    });
    try {
      const bob = await limited.seed.user();
      const last = await lastAuditId(limited);
      const from = (address: string) => limited.anonymous.with({ 'X-Forwarded-For': address });
      const given = { login: bob.username, password: 'wrong' };
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++)
        statuses.push((await from('192.0.2.1').post('/session', given)).status);
      const change = { current_password: 'wrong', password: 'a new password' };
      const caller = bob.client.with({ 'X-Forwarded-For': '192.0.2.1' });
      statuses.push((await caller.put('/user/password', change)).status);
      expect(statuses).toEqual([401, 401, 429, 429, 429]);
      expect(await from('192.0.2.2').post('/session', given)).toMatchObject({ status: 401 });
      const failed = { action: 'session.failed', subject_id: bob.id };
      expect(await auditRows(limited, last)).toMatchObject([
        { ...failed, ip: '192.0.2.1' },
        { ...failed, ip: '192.0.2.1' },
        { ...failed, ip: '192.0.2.2' },
      ]);
    } finally {
      await limited.close();
    }
  });

  it('has no wrong password beyond the account limit, also from an address that has signed in', async () => {
    const limited = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_SIGN_INS: '3' });
    try {
      const bob = await limited.seed.user();
      const send = async (password: string) =>
        (await limited.anonymous.post('/session', { login: bob.username, password })).status;
      expect(await send(PASSWORD)).toBe(201);
      const last = await lastAuditId(limited);
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push(await send('wrong'));
      expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
      const failed = { action: 'session.failed', subject_id: bob.id };
      expect(await auditRows(limited, last)).toMatchObject([failed, failed, failed]);
    } finally {
      await limited.close();
    }
  });

  it('records a right password as a failed sign-in once the account limit is reached', async () => {
    const limited = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_SIGN_INS: '1' });
    const bob = await limited.seed.user();
    const last = await lastAuditId(limited);
    const statuses: number[] = [];
    // Two names of one user have limits of their own. That of the user itself is silent.
    for (const [login, password] of [
      [bob.username, 'wrong'],
      [bob.email, PASSWORD],
    ])
      statuses.push((await limited.anonymous.post('/session', { login, password })).status);
    const rows = await auditRows(limited, last);
    await limited.close();
    expect(statuses).toEqual([401, 401]);
    expect(rows.map(({ action }) => action)).toEqual(['session.failed', 'session.failed']);
  });
});
