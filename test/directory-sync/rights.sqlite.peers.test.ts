import { setTimeout as delay } from 'node:timers/promises';
import { addPerson, signIn } from '../session/directory-session.js';
import type { Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { useSlapd } from '../support/use-servers.js';
import {
  newMember,
  recordsOf,
  startSynchronized,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

const MATCHES_NOBODY =
  'LDAP_ADMIN_FILTER matches nobody, so it changes nobody. Correct it, or grant read access to its attributes.';

describe('LDAP_ADMIN_FILTER and LDAP_EXTERNAL_FILTER', () => {
  let forge: Forge;
  let ada: Member;
  let bea: Member;
  let admins: string;
  let externals: string;

  beforeEach(async () => {
    [admins, externals] = [`cn=admins,${slapd.groupsDn}`, `cn=externals,${slapd.groupsDn}`];
    forge = await startSynchronized(slapd, {
      LDAP_ADMIN_FILTER: `(memberOf=${admins})`,
      LDAP_EXTERNAL_FILTER: `(memberOf=${externals})`,
    });
    const password = 'a password of the directory';
    ada = await newMember(forge, slapd, { uid: 'ada', password });
    bea = await newMember(forge, slapd, { uid: 'bea', password });
    await slapd.group('admins', [ada.dn]);
    await slapd.group('externals', [bea.dn]);
  });
  afterEach(() => forge.close());

  const rightsOf = async ({ at }: { at: string }) => {
    const { body } = await forge.root.get<Record<string, unknown>>(at);
    const { is_admin, external, can_create_group, projects_limit } = body;
    return { is_admin, external, can_create_group, projects_limit };
  };
  const NORMAL = { is_admin: false, external: false, can_create_group: true, projects_limit: 10 };
  const EXTERNAL = { ...NORMAL, external: true, can_create_group: false, projects_limit: 0 };
  /** `/health` shows what it knew before if a busy database does not respond in time. */
  const untilHealthSays = async (...expected: string[]) => {
    const says = async () =>
      (await forge.anonymous.get<{ warnings: string[] }>(`${forge.url}/health`)).body.warnings;
    while (JSON.stringify(await says()) !== JSON.stringify(expected)) await delay(50);
  };
  /** Only the group itself is left in it: no person matches the filter. */
  const empty = (group: string) => slapd.modify(group, { member: group });

  it('grant and revoke admin and external', async () => {
    const first = 'the entry is found for the first time';
    const { administrators, changed, run } = await synchronize(forge);
    const reason = `${first}, the entry matches LDAP_ADMIN_FILTER`;
    expect(administrators).toEqual([{ username: 'ada', dn: ada.dn, admin: true, reason }]);
    expect(changed.map((user) => [user.username, user.reason])).toEqual([
      ['ada', reason],
      ['bea', `${first}, the entry matches LDAP_EXTERNAL_FILTER`],
    ]);
    expect(await rightsOf(ada)).toEqual({ ...NORMAL, is_admin: true });
    expect(await rightsOf(bea)).toEqual(EXTERNAL);
    expect((await recordsOf(forge, ada)).at(-1)).toMatchObject({
      ...{ action: 'user.updated', run },
      details: {
        changes: { admin: { from: false, to: true } },
        reason: `synchronization: ${reason}`,
      },
    });
    expect((await recordsOf(forge, bea)).at(-1)?.details.changes).toMatchObject({
      external: { from: false, to: true },
      can_create_group: { from: true, to: false },
      projects_limit: { from: 10, to: 0 },
    });
    await slapd.modify(admins, { member: bea.dn });
    await slapd.modify(externals, { member: ada.dn });
    expect((await synchronize(forge)).administrators).toEqual([
      {
        ...{ username: 'ada', dn: ada.dn, admin: false },
        reason:
          'the entry does not match LDAP_ADMIN_FILTER, the entry matches LDAP_EXTERNAL_FILTER',
      },
      {
        ...{ username: 'bea', dn: bea.dn, admin: true },
        reason:
          'the entry matches LDAP_ADMIN_FILTER, the entry does not match LDAP_EXTERNAL_FILTER',
      },
    ]);
    expect(await rightsOf(ada)).toEqual(EXTERNAL);
    expect(await rightsOf(bea)).toEqual({ ...NORMAL, is_admin: true });
    expect(await synchronize(forge)).toMatchObject({ counts: { changed: 0 }, warnings: [] });
  });

  it('leave users alone who do not belong to the directory', async () => {
    const local = await forge.seed.admin();
    await synchronize(forge);
    expect(await rightsOf(local)).toMatchObject({ is_admin: true });
  });

  it('do not revoke admin from the last active administrator', async () => {
    await synchronize(forge);
    await forge.as(ada.token).put('/users/1/block');
    await slapd.modify(admins, { member: bea.dn });
    await forge.as(ada.token).put(`${bea.at}/block`);
    const reason = 'the last active administrator has to stay';
    const { conflicts, administrators } = await synchronize(forge);
    expect({ conflicts, administrators }).toEqual({
      conflicts: [{ username: 'ada', dn: ada.dn, reason }],
      administrators: [],
    });
    await forge.as(ada.token).put('/users/1/unblock');
    expect((await synchronize(forge)).administrators).toMatchObject([{ admin: false }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the group is empty', () => empty(admins)],
    ['the group is gone', () => slapd.remove(admins)],
    ['memberOf cannot be read', () => slapd.hide('memberOf')],
    [
      'all who match are outside LDAP_FILTER',
      async () => {
        const cleo = await slapd.person({ uid: 'cleo', attributes: { employeeType: 'left' } });
        await slapd.modify(admins, { member: cleo });
      },
    ],
  ])('change nobody, and warn, if they match nobody because %s', async (_, happen) => {
    await synchronize(forge);
    await slapd.expire(bea.dn);
    await happen();
    const log = recordLog();
    const { failed, warnings, counts } = await synchronize(forge).finally(log.stop);
    expect({ failed, warning: warnings[0] }).toEqual({ failed: null, warning: MATCHES_NOBODY });
    // Everything else is synchronized.
    expect(counts).toMatchObject({ administrators: 0, blocked: 1 });
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: MATCHES_NOBODY }),
    );
    await untilHealthSays(
      'The last synchronization with the directory has warnings. See the log, or the output of the command, for the reason.',
    );
    const { status, body } = await signIn(forge, 'ada');
    expect([status, body.is_admin]).toEqual([201, true]);
    await slapd.setAccess(true);
    if (!(await slapd.entry(admins))) await slapd.group('admins');
    await slapd.modify(admins, { member: bea.dn });
    expect(await synchronize(forge)).toMatchObject({
      warnings: [],
      administrators: [{ admin: false }],
    });
    await untilHealthSays();
  });

  it('hold at each sign-in, also for a new user', async () => {
    const rightsAtSignIn = async (uid: string) => {
      const { status, body } = await signIn(forge, uid);
      return [status, body.is_admin, body.external];
    };
    const cleo = await addPerson(slapd, { uid: 'cleo' });
    for (const group of [admins, externals]) await slapd.addMember(group, cleo);
    expect(await rightsAtSignIn('cleo')).toEqual([201, true, true]);
    for (const group of [admins, externals]) await slapd.removeMember(group, cleo);
    expect(await rightsAtSignIn('cleo')).toEqual([201, false, false]);
    for (const group of [admins, externals]) await slapd.addMember(group, cleo);
    expect(await rightsAtSignIn('cleo')).toEqual([201, true, true]);
  });

  it('decide again about a user who comes back', async () => {
    await synchronize(forge);
    await slapd.expire(ada.dn);
    await synchronize(forge);
    await slapd.modify(admins, { member: bea.dn });
    await slapd.expire(ada.dn, null);
    const { unblocked } = await synchronize(forge);
    expect(unblocked.map(({ changes }) => changes)).toEqual([
      {
        state: { from: 'ldap_blocked', to: 'active' },
        admin: { from: true, to: false },
      },
    ]);
  });
});
