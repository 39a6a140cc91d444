import { ROOT, startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { answered, fullView } from '../support/expected-responses.js';
import { sql } from '../support/internals.js';
import type { SeededUser } from '../support/seed.js';

describe('DELETE /users/:id/identities/:provider', () => {
  let forge: Forge;
  let alice: SeededUser;
  let count = 0;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
    const identity = { provider: 'ldapmain', extern_uid: `uid=alice-${++count}` };
    await forge.root.put(alice.at, identity);
  });
  afterAll(() => forge.close());

  const remove = (provider = 'ldapmain', client = forge.root) =>
    client.delete(`${alice.at}/identities/${provider}`);
  const missing = (what: string) => answered(404, { message: `404 ${what} Not Found` });
  const records = () =>
    sql<{ action: string; caller_id: number; actor_id: number; details: string }>(
      forge,
      `SELECT action, caller_id, actor_id, details FROM audit_events
       WHERE action = 'user.identity_removed' AND subject_id = ${alice.id}`,
    );

  it('returns the user without the identity', async () => {
    expect(await remove()).toEqual(answered(200, fullView(forge, alice)));
    expect(await forge.root.get(alice.at)).toEqual(answered(200, fullView(forge, alice)));
  });

  it('keeps identities of other providers', async () => {
    const other = { provider: 'another', extern_uid: `alice-${count}` };
    await forge.root.put(alice.at, other);
    expect(await remove()).toEqual(answered(200, fullView(forge, alice, { identities: [other] })));
  });

  it('returns 404 if the user has no identity of this provider, and changes nothing', async () => {
    const { body } = await forge.root.get(alice.at);
    for (const provider of ['another', 'LDAPMAIN', 'ldapmain%20', '%00', '%F0%9F%98%80', '*'])
      expect(await remove(provider)).toEqual(missing('Identity'));
    expect(await forge.root.get(alice.at)).toEqual(answered(200, body));
    expect(await records()).toEqual([]);
  });

  it('makes a user blocked by LDAP an ordinary blocked user that an administrator can unblock', async () => {
    await ldapBlock(forge, alice);
    expect(await remove()).toEqual(answered(200, fullView(forge, alice, { state: 'blocked' })));
    expect((await alice.client.get('/user')).status).toBe(401);
    expect(await forge.root.put(`${alice.at}/unblock`)).toEqual(answered(200, true));
    expect((await alice.client.get('/user')).status).toBe(200);
  });

  it('leaves a user blocked by LDAP alone while the directory can unblock the user', async () => {
    const withDirectory = await startForge({
      ...{ LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE: 'dc=example', LDAP_SYNC_EVERY: '0' },
    });
    try {
      const { root, seed } = withDirectory;
      const bob = await seed.user();
      for (const provider of ['github', 'ldapmain'])
        await root.put(bob.at, { provider, extern_uid: 'uid=bob,dc=example' });
      await ldapBlock(withDirectory, bob);
      for (const [provider, state] of [
        ['github', 'ldap_blocked'],
        ['ldapmain', 'blocked'],
      ])
        expect(await root.delete(`${bob.at}/identities/${provider}`)).toMatchObject({
          status: 200,
          body: { state },
        });
    } finally {
      await withDirectory.close();
    }
  });

  it('keeps a user blocked who was blocked by an administrator', async () => {
    await forge.root.put(`${alice.at}/block`);
    expect(await remove()).toEqual(answered(200, fullView(forge, alice, { state: 'blocked' })));
  });

  it('frees the account for another user', async () => {
    await remove();
    const bob = await forge.seed.user();
    const identity = { provider: 'ldapmain', extern_uid: `uid=alice-${count}` };
    expect(await forge.root.put(bob.at, identity)).toEqual(
      answered(200, fullView(forge, bob, { identities: [identity] })),
    );
  });

  it('records who removed it, and the state', async () => {
    await ldapBlock(forge, alice);
    const judy = await forge.seed.admin();
    await remove('ldapmain', forge.as(ROOT.token).sudo(judy.username));
    const [record, ...more] = await records();
    expect(more).toEqual([]);
    expect({ ...record, details: JSON.parse(record?.details ?? '') as unknown }).toEqual({
      action: 'user.identity_removed',
      caller_id: 1,
      actor_id: judy.id,
      details: {
        username: alice.username,
        changes: {
          identity: { from: { provider: 'ldapmain', extern_uid: `uid=alice-${count}` }, to: null },
          state: { from: 'ldap_blocked', to: 'blocked' },
        },
      },
    });
  });

  it('succeeds once for 10 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  });

  it('returns 403 to users who are not administrators', async () => {
    expect(await remove('ldapmain', alice.client)).toEqual(
      answered(403, { message: '403 Forbidden' }),
    );
  });
});
