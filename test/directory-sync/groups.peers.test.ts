import { readRights, readRightsOf } from '../../src/directory/read-rights.js';
import { directoryOf } from '../directory/configured.js';
import type { Forge } from '../support/app.js';
import { Proxy } from '../support/proxy.js';
import { DATABASE } from '../support/slapd/config.js';
import { useSlapd } from '../support/use-servers.js';
import {
  newMember,
  recordsOf,
  startSynchronized,
  stateOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

describe('The groups of a directory', () => {
  let forge: Forge;
  let ada: Member;
  let bea: Member;
  let admins: string;
  let externals: string;

  beforeEach(async () => {
    const [admin, external] = [`cn=admins,${slapd.groupsDn}`, `cn=externals,${slapd.groupsDn}`];
    forge = await startSynchronized(slapd, {
      LDAP_ADMIN_GROUP: admin,
      LDAP_EXTERNAL_GROUP: external,
    });
    ada = await newMember(forge, slapd, { uid: 'ada' });
    bea = await newMember(forge, slapd, { uid: 'bea' });
    admins = await slapd.group('admins', [ada.dn]);
    externals = await slapd.group('externals', [bea.dn]);
  });
  afterEach(() => forge.close());

  const rightsOf = async ({ at }: Member) => {
    const { body } = await forge.root.get<Record<string, unknown>>(at);
    const { is_admin, external, can_create_group, projects_limit } = body;
    return { is_admin, external, can_create_group, projects_limit };
  };
  const NORMAL = { is_admin: false, external: false, can_create_group: true, projects_limit: 10 };
  const EXTERNAL = { ...NORMAL, external: true, can_create_group: false, projects_limit: 0 };

  it('grant and revoke admin and external', async () => {
    const first = 'the entry is found for the first time';
    const { administrators, changed, run } = await synchronize(forge);
    const reason = `${first}, the entry is in the group ${admins}`;
    expect(administrators).toEqual([{ username: 'ada', dn: ada.dn, admin: true, reason }]);
    expect(changed.map((user) => [user.username, user.reason])).toEqual([
      ['ada', reason],
      ['bea', `${first}, the entry is in the group ${externals}`],
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
    await slapd.addMember(admins, bea.dn);
    await slapd.removeMember(admins, ada.dn);
    await slapd.addMember(externals, ada.dn);
    await slapd.removeMember(externals, bea.dn);
    const inGroup = (group: string) => `the entry is in the group ${group}`;
    const notInGroup = (group: string) => `the entry is not in the group ${group}`;
    expect((await synchronize(forge)).administrators).toEqual([
      {
        ...{ username: 'ada', dn: ada.dn, admin: false },
        reason: `${notInGroup(admins)}, ${inGroup(externals)}`,
      },
      {
        ...{ username: 'bea', dn: bea.dn, admin: true },
        reason: `${inGroup(admins)}, ${notInGroup(externals)}`,
      },
    ]);
    expect(await rightsOf(ada)).toEqual(EXTERNAL);
    expect(await rightsOf(bea)).toEqual({ ...NORMAL, is_admin: true });
    expect((await synchronize(forge)).counts.changed).toBe(0);
  });

  it('leave users alone who do not belong to the directory', async () => {
    const local = await forge.seed.admin();
    await synchronize(forge);
    expect((await local.client.get<{ is_admin: boolean }>('/user')).body.is_admin).toBe(true);
  });

  it('do not revoke admin from the last active administrator', async () => {
    await synchronize(forge);
    await forge.as(ada.token).put('/users/1/block');
    await slapd.addMember(admins, bea.dn);
    await forge.as(ada.token).put(`${bea.at}/block`);
    await slapd.removeMember(admins, ada.dn);
    const reason = 'the last active administrator has to stay';
    const { conflicts, administrators } = await synchronize(forge);
    expect({ conflicts, administrators }).toEqual({
      conflicts: [{ username: 'ada', dn: ada.dn, reason }],
      administrators: [],
    });
    await forge.as(ada.token).put('/users/1/unblock');
    expect((await synchronize(forge)).administrators).toMatchObject([{ admin: false }]);
  });

  it.each(['admins', 'externals'])('stop the run if %s does not exist', async (name) => {
    await synchronize(forge);
    await slapd.remove(`cn=${name},${slapd.groupsDn}`);
    await slapd.expire(bea.dn);
    const { failed, counts } = await synchronize(forge);
    const setting = name === 'admins' ? 'LDAP_ADMIN_GROUP' : 'LDAP_EXTERNAL_GROUP';
    expect(failed).toBe(
      `Directory ldapmain: the group cn=${name},${slapd.groupsDn} does not exist or cannot be read. Correct ${setting}.`,
    );
    expect(counts).toMatchObject({ blocked: 0, changed: 0 });
    expect(await stateOf(forge, bea)).toBe('active');
    expect(await rightsOf(ada)).toMatchObject({ is_admin: true });
  });

  it('revoke the rights of everybody if they are empty', async () => {
    await forge.close();
    const group = (gidNumber: string, memberUid?: string) => ({
      ...{ objectClass: 'posixGroup', cn: `posix${gidNumber}`, gidNumber },
      ...(memberUid === undefined ? {} : { memberUid }),
    });
    const posix = await slapd.add(`cn=posix1,${slapd.groupsDn}`, group('1', 'ada'));
    forge = await startSynchronized(slapd, { LDAP_ADMIN_GROUP: posix });
    ada = await newMember(forge, slapd, { uid: 'ada2', attributes: { uid: ['ada2', 'ada'] } });
    await synchronize(forge);
    expect(await rightsOf(ada)).toMatchObject({ is_admin: true });
    await slapd.modify(posix, { memberUid: null });
    expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { changed: 1 } });
    expect(await rightsOf(ada)).toMatchObject({ is_admin: false });
    await slapd.hide('memberUid');
    expect((await synchronize(forge)).failed).toMatch(/hides its members/);
  });

  it('stop the run if the account may not read their members', async () => {
    await synchronize(forge);
    const olcAccess = [
      `{0}to attrs=member by * none`,
      `{1}to * by dn.exact="${slapd.readerDn}" read by anonymous auth by * none`,
    ];
    await slapd.modify(DATABASE, { olcAccess });
    const { failed, counts } = await synchronize(forge);
    expect(failed).toBe(
      `Directory ldapmain: the group ${admins} hides its members. Grant read access to them.`,
    );
    expect(counts.changed).toBe(0);
    expect(await rightsOf(ada)).toMatchObject({ is_admin: true });
  });

  it('name users by uid in memberUid, in its letter case, whatever the username comes from', async () => {
    await forge.close();
    const named = (gidNumber: string, memberUid: string[]) => ({
      ...{ objectClass: 'posixGroup', cn: `posix${gidNumber}`, gidNumber, memberUid },
    });
    const cleo = await slapd.person({
      ...{ uid: 'cleo', cn: 'zoe', attributes: { uid: ['cleo', 'Second  Name'] } },
    });
    const dora = await slapd.person({ uid: 'dora', cn: 'second' });
    const LDAP_ADMIN_GROUP = await slapd.add(
      `cn=posix1,${slapd.groupsDn}`,
      named('1', ['second name', 'second', 'Second Name', 'zoe']),
    );
    const LDAP_EXTERNAL_GROUP = await slapd.add(
      `cn=posix2,${slapd.groupsDn}`,
      named('2', ['DORA', 'cleo']),
    );
    const settings = { LDAP_ADMIN_GROUP, LDAP_EXTERNAL_GROUP, LDAP_ATTRIBUTE_USERNAME: 'cn' };
    forge = await startSynchronized(slapd, settings);
    const directory = directoryOf(slapd, settings);
    await directory.withSession(async (session) => {
      const rightsInRun = await readRights(session, directory.config);
      for (const [dn, admin, external] of [
        [cleo, true, true],
        [dora, false, false],
      ] as const) {
        const entry = await session.findByDn(dn);
        if (!entry) throw new Error(`${dn} is missing`);
        expect(rightsInRun(entry)).toEqual({ admin, external });
        expect(await readRightsOf(session, entry, directory.config)).toEqual({ admin, external });
      }
    });
  });

  it('cost one person little to check, however many members they have', async () => {
    const members = Array.from({ length: 3_000 }, (_, i) => `uid=person${i},${slapd.peopleDn}`);
    await slapd.modify(admins, { member: [...members, ada.dn] });
    const proxy = new Proxy('127.0.0.1', slapd.port);
    const LDAP_URL = `ldap://127.0.0.1:${await proxy.open()}`;
    let bytes = 0;
    proxy.rewriteResponse = (chunk) => {
      bytes += chunk.length;
      return chunk;
    };
    try {
      await directoryOf(slapd, { LDAP_URL }).withSession(async ({ groups }) => {
        for (const { dn } of [ada, bea])
          expect(await groups.isMember({ dn, uids: [] }, admins)).toBe(dn === ada.dn);
        expect(bytes).toBeLessThan(2_000);
        expect((await groups.members(admins))({ dn: ada.dn, uids: [] })).toBe(true);
        expect(bytes).toBeGreaterThan(100_000);
      });
    } finally {
      await proxy.close();
    }
  });

  it('decide again about a user who comes back', async () => {
    await synchronize(forge);
    await slapd.expire(ada.dn);
    await synchronize(forge);
    await slapd.addMember(admins, bea.dn);
    await slapd.removeMember(admins, ada.dn);
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
