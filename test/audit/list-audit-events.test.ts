import { startForge, type Forge } from '../support/app.js';
import { answered, TIMESTAMP } from '../support/expected-responses.js';
import { write } from '../support/internals.js';
import type { SeededUser } from '../support/seed.js';
import { lastAuditId } from './rows.js';

interface EventBody {
  id: number;
  action: string;
  details: object;
}

const INSERT = `INSERT INTO audit_events
  (action, caller_id, caller_name, actor_id, actor_name, ip, subject_type, subject_id, details, created_at)
  VALUES (:action, :caller, 'c', :actor, 'a', :ip, :type, :subject, '{}', :time)`;

describe('GET /audit_events', () => {
  let forge: Forge;
  let alice: SeededUser;
  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const list = (query: Record<string, string>, client = forge.root) =>
    client.get<EventBody[]>('/audit_events', query);
  const add = (given: Record<string, string | number> = {}) =>
    write(forge, INSERT, {
      ...{ action: 'user.blocked', caller: 900, actor: 901, ip: '192.0.2.9' },
      ...{ type: 'user', subject: 902, time: 5_000, ...given },
    });

  it('returns who did what to whom, and from where', async () => {
    const judy = await forge.seed.admin();
    await forge.root.sudo(judy.id).put(`${alice.at}/block`);
    expect(await list({ action: 'user.blocked', per_page: '1' })).toEqual(
      answered(200, [
        {
          id: await lastAuditId(forge),
          action: 'user.blocked',
          caller: { id: 1, username: 'root' },
          actor: { id: judy.id, username: judy.username },
          ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) as string,
          origin: null,
          run: null,
          subject_type: 'user',
          subject_id: alice.id,
          details: {
            username: alice.username,
            changes: { state: { from: 'active', to: 'blocked' } },
          },
          created_at: TIMESTAMP,
        },
      ]),
    );
  });

  it('returns what an administrator has changed in a user, without secrets', async () => {
    const bob = await forge.seed.user();
    const password = 'a new good password';
    const email = `moved-${bob.username}@example.com`;
    await forge.root.put(bob.at, { name: 'Bob', email, admin: true, password, bio: '' });
    const query = { subject_type: 'user', subject_id: String(bob.id), action: 'user.updated' };
    const { body } = await list(query);
    expect(body).toMatchObject([{ action: 'user.updated' }]);
    expect(body[0]?.details).toEqual({
      username: bob.username,
      changes: {
        name: { from: bob.name, to: 'Bob' },
        email: { from: bob.email, to: email },
        admin: { from: false, to: true },
      },
      password_changed: true,
    });
    await forge.root.put(bob.at, { name: 'Bob' });
    expect((await list(query)).body).toHaveLength(1);
  });

  it('keeps the events of deleted users', async () => {
    const bob = await forge.seed.user();
    await bob.client.post('/user/emails', { email: `second-${bob.username}@example.com` });
    await forge.root.delete(bob.at, { hard_delete: true });
    const { body } = await list({ subject_type: 'user', subject_id: String(bob.id) });
    expect(body.map(({ action }) => action)).toEqual([
      'user.deleted',
      'email.added',
      // The seed reads the token of a new user with sudo.
      'user.token_shown',
      'user.created',
    ]);
    expect(body[1]).toMatchObject({ caller: { id: bob.id, username: bob.username } });
  });

  it.each([
    ['action', { action: 'snippet.deleted' }, { action: 'snippet.deleted' }],
    ['caller_id', { caller: 910 }, { caller_id: '910' }],
    ['actor_id', { actor: 911 }, { actor_id: '911' }],
    ['subject', { type: 'note', subject: 912 }, { subject_type: 'note', subject_id: '912' }],
    ['ip', { ip: '2001:db8::9' }, { ip: '2001:DB8:0::9' }],
    [
      'created_after and created_before',
      { time: 86_400_000 },
      { created_after: '1970-01-02T00:00:00Z', created_before: '1970-01-02T00:00:00.001Z' },
    ],
  ])('filters by %s', async (_, given, query) => {
    await add();
    await add(given);
    const { body } = await list(query);
    expect(body).toHaveLength(1);
    expect(body[0]?.id).toBe(await lastAuditId(forge));
    expect((await list({ ...query, pagination: 'keyset' })).body).toEqual(body);
  });

  it('combines filters', async () => {
    await add({ caller: 920, actor: 921 });
    await add({ caller: 920, actor: 922 });
    expect((await list({ caller_id: '920' })).body).toHaveLength(2);
    expect((await list({ caller_id: '920', actor_id: '922' })).body).toHaveLength(1);
    expect((await list({ caller_id: '920', actor_id: '923' })).body).toEqual([]);
  });

  it.each([
    [{ action: 'user.renamed' }, { action: ['does not have a valid value'] }],
    [{ subject_type: 'user' }, { subject_id: ['is missing'] }],
    [{ subject_id: '1' }, { subject_type: ['is missing'] }],
    [{ ip: 'localhost' }, { ip: ['is invalid'] }],
    [{ created_after: 'yesterday' }, { created_after: ['is invalid'] }],
    [{ format: 'csv' }, { format: ['does not have a valid value'] }],
    [{ sort: 'asc' }, { sort: ['is not supported'] }],
  ])('returns 400 for %j', async (query, message) => {
    expect(await list(query as Record<string, string>)).toEqual(answered(400, { message }));
  });

  it('returns 403 to users who are not administrators, and with sudo as one of them', async () => {
    const bob = await forge.seed.user();
    for (const client of [bob.client, forge.root.sudo(bob.id)])
      expect(await list({}, client)).toEqual(answered(403, { message: '403 Forbidden' }));
  });
});
