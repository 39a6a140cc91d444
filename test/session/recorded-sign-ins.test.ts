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

  it('has 100 failures of a window, and the number of the others when it ends', async () => {
    const failures = forge.app.get(FailedSignIns, { strict: false });
    await failures.runNow();
    for (let n = 0; n < 130; n++) await failures.record(RequestScope.background, null);
    const actions = async () => (await auditRows(forge, before)).map(({ action }) => action);
    expect(await actions()).toEqual(Array.from({ length: 100 }, () => 'session.failed'));
    await failures.runNow();
    const [last] = (await auditRows(forge, before)).slice(100);
    expect(last).toMatchObject({ action: 'session.failures_omitted', details: { count: 30 } });
    await failures.record(RequestScope.background, null);
    expect((await actions()).slice(101)).toEqual(['session.failed']);
  });

  it('records nothing for a sign-in that the limit rejects', async () => {
    const limited = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '2' });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      const given = { login: 'nobody', password: 'wrong' };
      statuses.push((await limited.anonymous.post('/session', given)).status);
    }
    const rows = await auditRows(limited);
    await limited.close();
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect(rows.map(({ action }) => action)).toEqual(['session.failed', 'session.failed']);
  });
});
