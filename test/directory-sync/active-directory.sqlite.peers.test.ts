import { settingsOf } from '../directory/configured.js';
import { addActiveDirectoryUser, REFUSED, signIn } from '../session/directory-session.js';
import { startForge, type Forge } from '../support/app.js';
import { rdn } from '../support/slapd.js';
import { useProxy, useSlapd } from '../support/use-servers.js';
import { recordsOf, stateOf, synchronize } from './synchronized.js';

const slapd = useSlapd();
const proxy = useProxy(() => slapd.port);

/** The rule by which Active Directory also finds the members of groups in the group. */
const NESTED = '1.2.840.113556.1.4.1941';
/** The rule of slapd for direct members. It is one byte shorter: its length takes one byte more. */
const DIRECT = 'distinguishedNameMatch';
const nestedRule = Buffer.from(`\x81${String.fromCharCode(NESTED.length)}${NESTED}`, 'latin1');
const directRule = Buffer.from(`\x81\x81${String.fromCharCode(DIRECT.length)}${DIRECT}`, 'latin1');

/** An objectGUID as bytes, and its usual text. They have bytes that a filter escapes, and no valid UTF-8. */
const GUIDS = [
  ['2a28295c00ff2a28295c2a28295c2a00', '5c29282a-ff00-282a-295c-2a28295c2a00'],
  ['efbbbf41414141414141414141414141', '41bfbbef-4141-4141-4141-414141414141'],
] as const;

/** slapd with Active Directory's attributes. It does not know the rule for groups in groups. */
describe('A synchronization with LDAP_PRESET=active-directory', () => {
  let forge: Forge;
  let ada: SignedInPerson;
  let bea: SignedInPerson;
  let admins: string;
  let externals: string;

  interface SignedInPerson {
    dn: string;
    id: number;
    at: string;
    token: string;
  }

  beforeEach(async () => {
    proxy.rewriteRequest = replaceRule;
    [admins, externals] = [`cn=admins,${slapd.groupsDn}`, `cn=externals,${slapd.groupsDn}`];
    const LDAP_URL = `ldap://127.0.0.1:${proxy.port}`;
    forge = await startForge({
      ...settingsOf(slapd, { LDAP_URL, LDAP_PRESET: 'active-directory', LDAP_SYNC_EVERY: '0' }),
      LDAP_ADMIN_FILTER: `(memberOf:${NESTED}:=${admins})`,
      LDAP_EXTERNAL_FILTER: `(memberOf:${NESTED}:=${externals})`,
    });
    // So that the filters always match somebody.
    const eve = await addActiveDirectoryUser(slapd, { uid: 'eve' });
    for (const group of ['admins', 'externals']) await slapd.group(group, [eve]);
    ada = await newUser('ada', 'Ada Lovelace', GUIDS[0][0]);
    bea = await newUser('bea', 'Bea Arthur', GUIDS[1][0]);
  });
  afterEach(() => forge.close());

  function replaceRule(request: Buffer): Buffer {
    const at = request.indexOf(nestedRule);
    if (at < 0) return request;
    const end = at + nestedRule.length;
    return Buffer.concat([request.subarray(0, at), directRule, request.subarray(end)]);
  }

  /** Adds an entry, and the user who is created by the first sign-in. */
  async function newUser(uid: string, cn: string, guid: string): Promise<SignedInPerson> {
    const attributes = { objectGUID: Buffer.from(guid, 'hex') };
    const dn = await addActiveDirectoryUser(slapd, { uid, cn, attributes });
    const { status, body } = await signIn(forge, uid);
    expect(status).toBe(201);
    return { dn, id: body.id, at: `/users/${body.id}`, token: body.private_token };
  }
  const statusOf = async ({ token }: SignedInPerson) => (await forge.as(token).get('/user')).status;
  const control = ({ dn }: SignedInPerson, userAccountControl: string) =>
    slapd.modify(dn, { userAccountControl });
  const viewOf = async ({ at }: SignedInPerson) =>
    (await forge.root.get<Record<string, unknown>>(at)).body;

  it('finds the users that sign-ins have created, and changes nothing', async () => {
    for (const [i, { dn, id }] of [ada, bea].entries()) {
      const [record] = await recordsOf(forge, { id });
      expect(record?.details).toMatchObject({
        identity: { provider: 'ldapmain', extern_uid: dn, unique_id: GUIDS[i]?.[1] },
      });
    }
    expect(await synchronize(forge)).toMatchObject({
      ...{ failed: null, held: null, entries: 3, users: 2 },
      counts: { blocked: 0, unblocked: 0, changed: 0, administrators: 0, conflicts: 0 },
    });
  });

  it('blocks users by the bit of a disabled account in userAccountControl', async () => {
    const [disabled, enabled] = ['66050', '66048'];
    await control(ada, disabled);
    await control(bea, enabled);
    const { blocked, counts } = await synchronize(forge);
    const reason = 'userAccountControl is 66050';
    expect(blocked).toEqual([{ username: 'ada', dn: ada.dn, reason }]);
    expect(counts).toMatchObject({ blocked: 1, changed: 0, conflicts: 0 });
    expect([await stateOf(forge, ada), await stateOf(forge, bea)]).toEqual([
      'ldap_blocked',
      'active',
    ]);
    expect([await statusOf(ada), await statusOf(bea)]).toEqual([401, 200]);
    expect(await signIn(forge, 'ada')).toEqual(REFUSED);
    await control(ada, enabled);
    expect((await synchronize(forge)).counts).toMatchObject({ blocked: 0, unblocked: 1 });
    expect(await statusOf(ada)).toBe(200);
  });

  it('unblocks nobody while userAccountControl cannot be read', async () => {
    await control(ada, '514');
    await synchronize(forge);
    // As Active Directory shows an attribute that the account may not read.
    for (const { dn } of [ada, bea]) await slapd.modify(dn, { userAccountControl: null });
    const { conflicts, counts } = await synchronize(forge);
    const reason =
      'the user stays ldap_blocked, because userAccountControl cannot be read any more. Grant read access to it';
    expect(conflicts).toEqual([{ username: 'ada', dn: ada.dn, reason }]);
    expect(counts).toMatchObject({ blocked: 0, unblocked: 0, changed: 0 });
    await control(ada, '512');
    expect((await synchronize(forge)).counts).toMatchObject({ unblocked: 1, conflicts: 0 });
  });

  it('finds a person who is renamed and moves, by objectGUID', async () => {
    const renamed = await slapd.rename(ada.dn, rdn('cn', 'King, Ada'));
    const dn = await slapd.move(renamed, await slapd.unit('research', slapd.peopleDn));
    await slapd.modify(dn, {
      ...{ sAMAccountName: 'countess', displayName: 'Ada King', mail: 'countess@example.org' },
    });
    const { changed, counts } = await synchronize(forge);
    expect(counts).toMatchObject({ blocked: 0, changed: 1, conflicts: 0 });
    expect(changed[0]?.changes).toMatchObject({
      username: { from: 'ada', to: 'countess' },
      name: { from: 'Ada Lovelace', to: 'Ada King' },
      extern_uid: { from: ada.dn },
    });
    const extern_uid = (await slapd.entry(dn))?.dn;
    expect(await viewOf(ada)).toMatchObject({
      ...{ state: 'active', username: 'countess', email: 'countess@example.org' },
      identities: [{ provider: 'ldapmain', extern_uid }],
    });
    expect((await signIn(forge, 'countess')).body.id).toBe(ada.id);
  });

  it('blocks the user of an entry that is gone, not for another one with its DN', async () => {
    await slapd.remove(ada.dn);
    await addActiveDirectoryUser(slapd, { uid: 'ada', cn: 'Ada Lovelace' });
    const { blocked } = await synchronize(forge);
    const reason = 'the entry is gone, and another one with another unique id has its DN';
    expect(blocked).toEqual([{ username: 'ada', dn: ada.dn, reason }]);
    expect(await statusOf(ada)).toBe(401);
    // Restored from the recycle bin, an entry has its old objectGUID.
    await slapd.modify(ada.dn, { objectGUID: Buffer.from(GUIDS[0][0], 'hex') });
    const { unblocked } = await synchronize(forge);
    expect(unblocked).toMatchObject([{ username: 'ada', reason: 'the entry is back' }]);
    expect(await statusOf(ada)).toBe(200);
  });

  it('makes members of groups administrators and external users', async () => {
    await slapd.addMember(admins, ada.dn);
    await slapd.addMember(externals, bea.dn);
    const { administrators, counts } = await synchronize(forge);
    const reason = 'the entry matches LDAP_ADMIN_FILTER';
    expect(administrators).toEqual([{ username: 'ada', dn: ada.dn, admin: true, reason }]);
    expect(counts).toMatchObject({ changed: 2, conflicts: 0 });
    expect(await viewOf(ada)).toMatchObject({ is_admin: true, external: false });
    expect(await viewOf(bea)).toMatchObject({ is_admin: false, external: true });
    // A membership follows its member to another DN.
    ada.dn = await slapd.move(ada.dn, await slapd.unit('research', slapd.peopleDn));
    expect((await synchronize(forge)).administrators).toEqual([]);
    await slapd.removeMember(admins, ada.dn);
    await slapd.removeMember(externals, bea.dn);
    expect((await synchronize(forge)).administrators).toMatchObject([{ admin: false }]);
    expect(await viewOf(ada)).toMatchObject({ is_admin: false, external: false });
    expect(await viewOf(bea)).toMatchObject({ is_admin: false, external: false });
  });
});
