import { settingsOf } from '../directory/configured.js';
import { startSynchronized } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { useSlapd } from '../support/use-servers.js';
import {
  addPerson,
  PASSWORD,
  REFUSED,
  signIn,
  UNAVAILABLE,
  usernamesOf,
} from './directory-session.js';

const slapd = useSlapd();
const other = useSlapd({ base: 'dc=other,dc=org' });

describe('POST /session with settings of the directory', () => {
  let forge: Forge;

  afterEach(() => forge.close());

  const start = async (settings: Record<string, string>) => {
    forge = await startSynchronized(slapd, settings);
  };
  const rightsOf = async (login: string) => {
    const { status, body } = await signIn(forge, login);
    const { is_admin, external } = body;
    return { status, is_admin, external };
  };

  it('creates nobody with LDAP_CREATE_USERS=off, and lets linked users in', async () => {
    await start({ LDAP_CREATE_USERS: 'off' });
    const extern_uid = await addPerson(slapd, { uid: 'ada' });
    expect(await signIn(forge, 'ada')).toEqual(REFUSED);
    expect(await usernamesOf(forge)).toEqual(['root']);
    const { id } = await forge.seed.user({ username: 'ada', provider: 'ldapmain', extern_uid });
    const { status, body } = await signIn(forge, 'ada');
    expect([status, body.id]).toEqual([201, id]);
  });

  it('refuses the account of the service, however its DN is written', async () => {
    const dn = await addPerson(slapd, { uid: 'service' });
    const LDAP_BIND_DN = dn.replace('uid=', 'UserID = ').toUpperCase();
    await start({ LDAP_BIND_DN, LDAP_BIND_PASSWORD: PASSWORD, LDAP_FILTER: '(uid=service)' });
    const log = recordLog();
    const answer = await signIn(forge, 'service').finally(log.stop);
    expect(answer).toEqual(REFUSED);
    expect(log.lines).toMatchObject([
      { dn, message: 'sign-in refused: the entry is LDAP_BIND_DN' },
    ]);
    expect(await usernamesOf(forge)).toEqual(['root']);
  });

  it('makes members of the groups administrators and external users, at each sign-in', async () => {
    const [ada, bea] = [
      await addPerson(slapd, { uid: 'ada' }),
      await addPerson(slapd, { uid: 'bea' }),
    ];
    const LDAP_ADMIN_GROUP = await slapd.group('admins', [ada]);
    const LDAP_EXTERNAL_GROUP = await slapd.group('guests', [bea]);
    await start({ LDAP_ADMIN_GROUP, LDAP_EXTERNAL_GROUP });
    expect(await rightsOf('ada')).toEqual({ status: 201, is_admin: true, external: false });
    expect(await rightsOf('bea')).toEqual({ status: 201, is_admin: false, external: true });
    await slapd.addMember(LDAP_ADMIN_GROUP, bea);
    await slapd.removeMember(LDAP_ADMIN_GROUP, ada);
    await slapd.addMember(LDAP_EXTERNAL_GROUP, ada);
    expect(await rightsOf('ada')).toEqual({ status: 201, is_admin: false, external: true });
    expect(await rightsOf('bea')).toEqual({ status: 201, is_admin: true, external: true });
  });

  it('leaves administrators alone if no group is configured', async () => {
    await start({});
    await addPerson(slapd, { uid: 'ada' });
    const { body } = await signIn(forge, 'ada');
    await forge.root.put(`/users/${body.id}`, { admin: true });
    expect(await rightsOf('ada')).toEqual({ status: 201, is_admin: true, external: false });
  });

  it('returns 503 if a group does not exist, and creates nobody', async () => {
    await start({ LDAP_ADMIN_GROUP: `cn=nobody,${slapd.groupsDn}` });
    await addPerson(slapd, { uid: 'ada' });
    expect(await signIn(forge, 'ada')).toEqual(UNAVAILABLE);
    expect(await usernamesOf(forge)).toEqual(['root']);
  });

  describe('of two directories', () => {
    beforeEach(async () => {
      const second = Object.entries(settingsOf(other)).map(([name, value]) => [
        name.replace('LDAP_', 'LDAP_2_'),
        value,
      ]);
      await start({
        ...(Object.fromEntries(second) as Record<string, string>),
        LDAP_2_SYNC_EVERY: '0',
      });
    });

    it('lets people of both in, with an identity of their own', async () => {
      const ada = await addPerson(slapd, { uid: 'ada' });
      const bea = await addPerson(other, { uid: 'bea' });
      expect((await signIn(forge, 'ada')).body.identities).toEqual([
        { provider: 'ldapmain', extern_uid: ada },
      ]);
      expect((await signIn(forge, 'bea')).body.identities).toEqual([
        { provider: 'ldap2', extern_uid: bea },
      ]);
      expect((await signIn(forge, 'bea')).status).toBe(201);
      expect(await signIn(forge, 'nobody')).toEqual(REFUSED);
    });

    it('asks only the first one that has an unknown login', async () => {
      await addPerson(slapd, { uid: 'ada' });
      await addPerson(other, { uid: 'ada', password: 'another password' });
      expect(await signIn(forge, 'ada', 'another password')).toEqual(REFUSED);
      expect((await signIn(forge, 'ada')).body.identities[0]?.provider).toBe('ldapmain');
    });

    it('asks only the directory of a known user', async () => {
      await addPerson(other, { uid: 'ada', password: 'another password' });
      const { body } = await signIn(forge, 'ada', 'another password');
      await addPerson(slapd, { uid: 'ada' });
      expect(await signIn(forge, 'ada')).toEqual(REFUSED);
      expect((await signIn(forge, 'ada', 'another password')).body.id).toBe(body.id);
    });

    it('returns 503 for users of the one that does not respond and for unknown logins', async () => {
      await addPerson(slapd, { uid: 'ada' });
      await addPerson(other, { uid: 'bea' });
      for (const login of ['ada', 'bea']) await signIn(forge, login);
      await other.kill();
      expect(await signIn(forge, 'bea')).toEqual(UNAVAILABLE);
      expect(await signIn(forge, 'nobody')).toEqual(UNAVAILABLE);
      expect((await signIn(forge, 'ada')).status).toBe(201);
      expect(await signIn(forge, 'ada', 'wrong')).toEqual(REFUSED);
    });
  });
});
