import { DirectoryUnavailable } from '../../src/sign-in/ldap/directory-errors.js';
import { rdn } from '../support/slapd.js';
import { useDs389 } from '../support/use-servers.js';
import { configuredDirectory, everybody, find, usernames } from './configured.js';

const server = useDs389();

/** A second implementation of the protocol, with attributes that no search returns unless it names them. */
describe('A 389 Directory Server', () => {
  const directory = (settings: Record<string, string> = {}) =>
    configuredDirectory({
      ...{ LDAP_PRESET: '389-ds', LDAP_URL: server.url, LDAP_BASE: server.base },
      ...{ LDAP_BIND_DN: server.readerDn, LDAP_BIND_PASSWORD: server.readerPassword },
      ...settings,
    });

  it('finds a person by each key, and binds as them', async () => {
    const dn = await server.person({ uid: 'ada', cn: 'Ada Lovelace', password: 'secret' });
    const uniqueId = (await server.entry(dn))?.['nsUniqueId'];
    const ada = {
      ...{ dn, uniqueId, usernames: ['ada'], emails: ['ada@example.org'], names: ['Ada Lovelace'] },
      disabled: null,
    };
    expect(uniqueId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{8}){3}$/);
    expect(await everybody(directory())).toStrictEqual([ada]);
    expect(await find(directory(), 'ADA')).toStrictEqual(ada);
    expect(await find(directory(), 'ada@example.org')).toStrictEqual(ada);
    await directory().withSession(async (session) => {
      expect(await session.findByUniqueId(String(uniqueId))).toStrictEqual(ada);
      expect(await session.findByDn(dn)).toStrictEqual(ada);
    });
    expect(await directory().authenticate(ada, 'secret')).toBe(true);
    expect(await directory().authenticate(ada, 'Secret')).toBe(false);
    expect(await directory().authenticate(ada, '')).toBe(false);
    expect(await directory().authenticate({ dn: `uid=bea,${server.peopleDn}` }, 'secret')).toBe(
      false,
    );
  });

  it('finds accounts as its own tools make them, without the class person', async () => {
    const dn = await server.toolUser({ uid: 'ada', cn: 'Ada Lovelace', password: 'secret' });
    const ada = { dn, usernames: ['ada'], emails: ['ada@example.org'], names: ['Ada Lovelace'] };
    expect(await everybody(directory())).toMatchObject([ada]);
    expect(await find(directory(), 'ada')).toMatchObject({ ...ada, disabled: null });
    expect(await directory().authenticate({ dn }, 'secret')).toBe(true);
    await server.modify(dn, { nsAccountLock: 'true' });
    expect(await find(directory(), 'ada')).toMatchObject({
      disabled: { reason: 'nsAccountLock is true' },
    });
  });

  it('disables a locked account, also for its own password', async () => {
    const dn = await server.person({ uid: 'ada', password: 'secret' });
    await server.modify(dn, { nsAccountLock: 'true' });
    expect(await find(directory(), 'ada')).toMatchObject({
      disabled: { reason: 'nsAccountLock is true' },
    });
    expect(await directory().authenticate({ dn }, 'secret')).toBe(false);
    await server.modify(dn, { nsAccountLock: null });
    expect(await find(directory(), 'ada')).toMatchObject({ disabled: null });
    expect(await directory().authenticate({ dn }, 'secret')).toBe(true);
  });

  it('disables an account with a shadowExpire in the past', async () => {
    const dn = await server.person({ uid: 'ada' });
    await server.expire(dn);
    expect(await find(directory(), 'ada')).toMatchObject({
      disabled: { reason: 'shadowExpire is 1' },
    });
  });

  it('keeps the unique id of a person who is renamed and moved', async () => {
    const dn = await server.person({ uid: 'ada' });
    const before = await find(directory(), 'ada');
    const unit = await server.unit('Research, Development');
    const moved = await server.move(await server.rename(dn, rdn('uid', 'ada+1')), unit);
    const after = await directory().withSession((session) =>
      session.findByUniqueId(String(before?.uniqueId)),
    );
    expect(after).toStrictEqual({
      ...before,
      ...{ usernames: ['ada+1'], dn: after?.dn },
    });
    expect(await directory().withSession((session) => session.findByDn(moved))).toStrictEqual(
      after,
    );
  });

  it('finds the members of a group by memberOf', async () => {
    const dns = [await server.person({ uid: 'ada' }), await server.person({ uid: 'a, "b" \\ c' })];
    await server.person({ uid: 'cleo' });
    const group = await server.group('staff', dns);
    await directory().withSession(async (session) => {
      const ids = await session.uniqueIdsMatching(`(memberOf=${group})`);
      const members = (await everybody(directory())).filter(({ uniqueId }) =>
        ids.has(uniqueId ?? ''),
      );
      expect(members.map(({ dn }) => dn).sort()).toStrictEqual(
        (await Promise.all(dns.map((dn) => server.entry(dn)))).map((entry) => entry?.dn).sort(),
      );
    });
  });

  it('reads people in pages', async () => {
    const names = Array.from({ length: 1_100 }, (_, i) => `person${i}`);
    for (const uid of names) await server.person({ uid });
    expect(await usernames(directory())).toStrictEqual(names.sort());
  });

  it('says what is wrong with the password, the base and the rights', async () => {
    const failure = (settings: Record<string, string>) =>
      expect(usernames(directory(settings))).rejects;
    await failure({ LDAP_BIND_PASSWORD: 'wrong' }).toThrow(/it refuses LDAP_BIND_DN/);
    await failure({ LDAP_BASE: `ou=nobody,${server.base}` }).toThrow(/LDAP_BASE .* does not exist/);
    await failure({ LDAP_BIND_DN: 'cn=nobody' }).toThrow(DirectoryUnavailable);
  });

  it.each(['*', 'a*', '*)(uid=*', '\\61da', 'ada)', 'ada\0', 'ada\0*', '(uid=ada)'])(
    'finds nobody with the name %j',
    async (name) => {
      await server.person({ uid: 'ada' });
      expect(await find(directory(), name)).toBeNull();
    },
  );
});
