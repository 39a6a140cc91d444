import { AuditTrail } from '../../src/audit/audit-trail.service.js';
import { FailedSignIns } from '../../src/session/failed-sign-ins.service.js';
import { PASSWORD } from '../../src/testing/creations.js';
import { auditRows, lastAuditId } from '../audit/rows.js';
import { startForge, type Forge } from '../support/app.js';
import { RequestScope } from '../../src/database/request-scope.js';
import type { SeededUser } from '../support/seed.js';

describe('The audit trail of sign-ins', () => {
  let forge: Forge;
  let alice: SeededUser;
  let before: number;
  beforeAll(async () => {
    forge = await startForge({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  beforeEach(async () => {
    // Ends the window of the test before.
    await forge.app.get(FailedSignIns, { strict: false }).runNow();
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

  describe('of a window', () => {
    let failures: FailedSignIns;
    beforeEach(() => (failures = forge.app.get(FailedSignIns, { strict: false })));

    const fail = (address: string, user: SeededUser | null = null) =>
      failures.record(new RequestScope(60_000, '', () => address), user);
    const rows = () => auditRows(forge, before);
    const failed = (ip: string) => ({ action: 'session.failed', ip });
    const omitted = (ip: string | null, details: object) => ({
      ...{ action: 'session.failures_omitted', ip, subject_id: 0, caller_id: null },
      details,
    });

    it('has 20 failures from an address, and the number of the others at the 1st, the 10th and at the end', async () => {
      for (let n = 0; n < 20 + 13; n++) await fail('192.0.2.1');
      await failures.runNow();
      expect(await rows()).toMatchObject([
        ...Array.from({ length: 20 }, () => failed('192.0.2.1')),
        ...[1, 9, 3].map((count) => omitted('192.0.2.1', { count, network: '192.0.2.1' })),
      ]);
    });

    it('has the address without the port that a proxy may write', async () => {
      await fail('192.0.2.1:50123');
      await fail('[2001:db8::1]:50123');
      expect(await rows()).toMatchObject([failed('192.0.2.1'), failed('2001:db8::1')]);
    });

    it('has failures from an address after a flood from another', async () => {
      for (let n = 0; n < 150; n++) await fail('192.0.2.1');
      const flood = await lastAuditId(forge);
      await fail('192.0.2.2', alice);
      expect(await auditRows(forge, flood)).toMatchObject([
        { ...failed('192.0.2.2'), subject_id: alice.id },
      ]);
    });

    it('counts addresses of one IPv6 network together', async () => {
      for (let n = 0; n < 21; n++) await fail(`2001:db8::${n + 1}`);
      expect((await rows()).slice(20)).toMatchObject([
        omitted('2001:db8::21', { count: 1, network: '2001:db8::/64' }),
      ]);
    });

    it('has 20 failures for a user after a flood from 500 addresses, and the number of all others', async () => {
      for (let n = 0; n < 500; n++) await fail(`198.51.${n >> 8}.${n & 255}`);
      for (let n = 0; n < 22; n++) await fail(`203.0.113.${n}`, alice);
      for (let n = 0; n < 3; n++) await fail('203.0.114.1');
      await failures.runNow();
      expect((await rows()).slice(500)).toMatchObject([
        ...Array.from({ length: 20 }, (_, n) => ({
          ...failed(`203.0.113.${n}`),
          subject_id: alice.id,
        })),
        omitted(null, { count: 1 }),
        omitted(null, { count: 4 }),
      ]);
    });

    it('lets no response wait for the failures of a user after a flood from 500 addresses', async () => {
      for (let n = 0; n < 500; n++) await fail(`198.51.${n >> 8}.${n & 255}`);
      const trail = forge.app.get(AuditTrail, { strict: false });
      const record = trail.record.bind(trail);
      let goOn: () => void = () => undefined;
      const isAnswered = new Promise<void>((resolve) => (goOn = resolve));
      trail.record = async (...given) => {
        await isAnswered;
        return record(...given);
      };
      const statuses = [];
      for (const { username } of [alice, { username: 'nobody' }])
        statuses.push(
          (await signIn(username, 'wrong', { 'X-Forwarded-For': '203.0.113.1' })).status,
        );
      expect(statuses).toEqual([401, 401]);
      goOn();
      Reflect.deleteProperty(trail, 'record');
      await failures.runNow();
      expect((await rows()).slice(500)).toMatchObject([
        { ...failed('203.0.113.1'), subject_id: alice.id },
        omitted(null, { count: 1 }),
      ]);
    });

    it('starts again when the window ends', async () => {
      for (let n = 0; n < 20; n++) await fail('192.0.2.1');
      await failures.runNow();
      await fail('192.0.2.1');
      expect((await rows()).slice(20)).toMatchObject([failed('192.0.2.1')]);
    });

    it('keeps a number that could not be recorded', async () => {
      for (let n = 0; n < 22; n++) await fail('192.0.2.1');
      const trail = forge.app.get(AuditTrail, { strict: false });
      trail.record = () => Promise.reject(new Error('The disk is full'));
      await failures.runNow();
      Reflect.deleteProperty(trail, 'record');
      await failures.runNow();
      expect((await rows()).slice(21)).toMatchObject([omitted(null, { count: 1 })]);
    });
  });

  it('has the number of sign-ins and password changes that a limit rejects', async () => {
    const limited = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '2' });
    try {
      const bob = await limited.seed.user();
      const last = await lastAuditId(limited);
      const given = { login: bob.username, password: 'wrong' };
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++)
        statuses.push((await limited.anonymous.post('/session', given)).status);
      const change = { current_password: 'wrong', password: 'a new password' };
      statuses.push((await bob.client.put('/user/password', change)).status);
      expect(statuses).toEqual([401, 401, 429, 429, 429, 429, 429]);
      await limited.app.get(FailedSignIns, { strict: false }).runNow();
      expect(await auditRows(limited, last)).toMatchObject([
        ...[1, 2].map(() => ({ action: 'session.failed' })),
        ...[1, 4].map((count) => ({ action: 'session.failures_omitted', details: { count } })),
      ]);
    } finally {
      await limited.close();
    }
  });

  it('has the wrong passwords that get 429 from an address that has signed in before', async () => {
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
      await limited.app.get(FailedSignIns, { strict: false }).runNow();
      const failed = { action: 'session.failed', subject_id: bob.id };
      expect(await auditRows(limited, last)).toMatchObject(Array(6).fill(failed));
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
