import { addPerson, REFUSED, signIn, UNAVAILABLE } from '../session/directory-session.js';
import type { Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import { rdn } from '../support/slapd.js';
import { useDs389 } from '../support/use-servers.js';
import { newMember, startSynchronized, stateOf, synchronize } from './synchronized.js';

const server = useDs389();

const EMPTY = answered(400, { message: { password: ["can't be blank"] } });

/** The main cases of the other tests, on a second implementation of the protocol. */
describe('A service with a 389 Directory Server', () => {
  let forge: Forge;
  let admins: string;

  beforeEach(async () => {
    admins = `cn=admins,${server.groupsDn}`;
    forge = await startSynchronized(server, {
      // One test waits for it.
      LDAP_TIMEOUT: '3',
      LDAP_PRESET: '389-ds',
      LDAP_ADMIN_FILTER: `(memberOf=${admins})`,
    });
    // So that the directory never shows nobody.
    const eve = await newMember(forge, server, { uid: 'eve' });
    await server.group('admins', [eve.dn]);
  });
  afterEach(() => forge.close());

  it('creates a user at the first sign-in, and knows the entry after a rename', async () => {
    const dn = await addPerson(server, { uid: 'ada', cn: 'Ada Lovelace' });
    const first = await signIn(forge, 'ada');
    expect(first).toMatchObject({
      status: 201,
      body: { username: 'ada', identities: [{ provider: 'ldapmain', extern_uid: dn }] },
    });
    const renamed = await server.rename(dn, rdn('uid', 'lovelace'));
    const { body } = await signIn(forge, 'lovelace');
    expect([body.id, body.identities]).toEqual([
      first.body.id,
      [{ provider: 'ldapmain', extern_uid: renamed }],
    ]);
  });

  it('refuses a wrong, an empty and a local password', async () => {
    await addPerson(server, { uid: 'ada' });
    await signIn(forge, 'ada');
    expect(await signIn(forge, 'ada', 'wrong')).toEqual(REFUSED);
    expect(await signIn(forge, 'ada', '')).toEqual(EMPTY);
    const bea = await newMember(forge, server, { uid: 'bea' }, { password: 'local password' });
    expect(await signIn(forge, bea.username, 'local password')).toEqual(REFUSED);
  });

  it('blocks and unblocks users by the signs of the directory', async () => {
    const ada = await newMember(forge, server, { uid: 'ada' });
    await synchronize(forge);
    const signs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => server.modify(ada.dn, { nsAccountLock: 'true' }),
        () => server.modify(ada.dn, { nsAccountLock: null }),
      ],
      [() => server.expire(ada.dn), () => server.expire(ada.dn, null)],
      [
        () => server.modify(ada.dn, { employeeType: 'left' }),
        () => server.modify(ada.dn, { employeeType: null }),
      ],
    ];
    for (const [disable, enable] of signs) {
      await disable();
      await synchronize(forge);
      expect([await stateOf(forge, ada), (await ada.client.get('/user')).status]).toEqual([
        ...['ldap_blocked', 401],
      ]);
      await enable();
      await synchronize(forge);
      expect([await stateOf(forge, ada), (await ada.client.get('/user')).status]).toEqual([
        ...['active', 200],
      ]);
    }
    await server.remove(ada.dn);
    expect(await synchronize(forge)).toMatchObject({ counts: { blocked: 1 }, failed: null });
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
  });

  it('grants and revokes the rights of an administrator by the groups of the server', async () => {
    const ada = await newMember(forge, server, { uid: 'ada' });
    await server.addMember(admins, ada.dn);
    await synchronize(forge);
    const isAdmin = async () =>
      (await ada.client.get<{ is_admin: boolean }>('/user')).body.is_admin;
    expect(await isAdmin()).toBe(true);
    await server.removeMember(admins, ada.dn);
    await synchronize(forge);
    expect(await isAdmin()).toBe(false);
  });

  it('changes no rights while it hides memberOf', async () => {
    const ada = await newMember(forge, server, { uid: 'ada' });
    await server.addMember(admins, ada.dn);
    await synchronize(forge);
    await server.hide('memberOf');
    const { failed, warnings, counts } = await synchronize(forge);
    expect({ failed, changed: counts.changed }).toEqual({ failed: null, changed: 0 });
    expect(warnings).toEqual([expect.stringMatching(/^LDAP_ADMIN_FILTER matches nobody/)]);
    await server.hide();
    expect(await synchronize(forge)).toMatchObject({ warnings: [], counts: { changed: 0 } });
  });

  it('unblocks nobody while nsAccountLock cannot be read', async () => {
    const ada = await newMember(forge, server, { uid: 'ada' });
    await synchronize(forge);
    await server.modify(ada.dn, { nsAccountLock: 'true' });
    expect((await synchronize(forge)).counts).toMatchObject({ blocked: 1 });
    await server.hide('nsAccountLock');
    expect((await synchronize(forge)).counts).toMatchObject({ unblocked: 0, conflicts: 1 });
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
    await server.hide();
    await server.modify(ada.dn, { nsAccountLock: null });
    expect((await synchronize(forge)).counts).toMatchObject({ unblocked: 1, conflicts: 0 });
  });

  it('blocks nobody while an attribute of the filter cannot be read', async () => {
    await forge.close();
    forge = await startSynchronized(server, {
      LDAP_PRESET: '389-ds',
      LDAP_FILTER: '(|(uid=eve)(&(objectClass=person)(employeeType=staff)))',
    });
    const eve = { provider: 'ldapmain', extern_uid: `uid=eve,${server.peopleDn}` };
    await forge.seed.user({ username: 'eve', ...eve });
    const staff = { employeeType: 'staff' };
    const ada = await newMember(forge, server, { uid: 'ada', attributes: staff });
    await synchronize(forge);
    await server.hide('employeeType');
    expect(await synchronize(forge)).toMatchObject({
      ...{ failed: null, counts: { blocked: 0, conflicts: 1 } },
    });
    expect(await stateOf(forge, ada)).toBe('active');
    await server.hide();
    // Without a value the entry is outside the filter.
    await server.modify(ada.dn, { employeeType: null });
    expect((await synchronize(forge)).counts).toMatchObject({ blocked: 1, conflicts: 0 });
  });

  it('blocks nobody while the directory does not answer, and answers sign-ins with 503', async () => {
    const ada = await newMember(forge, server, { uid: 'ada' });
    await synchronize(forge);
    server.pause();
    try {
      expect((await synchronize(forge)).failed).not.toBeNull();
      expect(await signIn(forge, 'ada')).toEqual(UNAVAILABLE);
    } finally {
      server.resume();
    }
    expect(await stateOf(forge, ada)).toBe('active');
  });
});
