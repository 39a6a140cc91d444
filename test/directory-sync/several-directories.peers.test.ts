import { DirectorySync } from '../../src/directory-sync/directory-sync.service.js';
import { settingsOf } from '../directory/configured.js';
import type { Forge } from '../support/app.js';
import { useSlapd } from '../support/use-servers.js';
import { newMember, startSynchronized, stateOf, statesOf, type Member } from './synchronized.js';

const slapd = useSlapd();

/** A user with an entry in both directories. */
interface Double extends Member {
  second: string;
}

describe('A user of two directories', () => {
  let forge: Forge;
  let users: Double[];
  let partners: string;

  beforeEach(async () => {
    partners = await slapd.unit('partners');
    // So that the second never shows nobody.
    await slapd.person({ uid: 'eve', parent: partners });
    const second = settingsOf(slapd, {
      ...{ LDAP_BASE: partners, LDAP_SYNC_EVERY: '0', LDAP_BLOCK_LIMIT: '1' },
    });
    forge = await startSynchronized(slapd, {
      ...{ LDAP_BASE: slapd.peopleDn, LDAP_BLOCK_LIMIT: '1' },
      ...Object.fromEntries(
        Object.entries(second).map(([name, value]) => [name.replace('LDAP_', 'LDAP_2_'), value]),
      ),
    });
    users = [];
    for (const uid of ['ada', 'bea', 'cleo']) {
      const member = await newMember(forge, slapd, { uid });
      const extern_uid = await slapd.person({ uid, parent: partners });
      await forge.root.put(member.at, { provider: 'ldap2', extern_uid });
      users.push({ ...member, second: extern_uid });
    }
    for (const provider of ['ldapmain', 'ldap2']) await synchronize(provider);
  });
  afterEach(() => forge.close());

  const synchronize = (provider: string) =>
    forge.app.get(DirectorySync, { strict: false }).run(provider);
  const remove = (dn: string) => slapd.remove(dn);
  const expire = (dn: string) => slapd.expire(dn);

  it.each([
    ['removes', remove],
    ['disables', expire],
  ])('stays active if the second %s the entry, and holds no run of it', async (_, change) => {
    for (const { second } of users.slice(0, 2)) await change(second);
    const { failed, held, counts } = await synchronize('ldap2');
    expect({ failed, held, blocked: counts.blocked }).toEqual({
      ...{ failed: null, held: null, blocked: 0 },
    });
    expect(await statesOf(forge, users)).toEqual(['active', 'active', 'active']);
  });

  it('counts for the limit of the second if only the second knows the user', async () => {
    for (const { at, second } of users.slice(0, 2)) {
      await forge.root.delete(`${at}/identities/ldapmain`);
      await remove(second);
    }
    await remove(users[2].second);
    expect((await synchronize('ldap2')).held).toMatchObject({ wouldBlock: 2, limit: 1 });
  });

  it.each([
    ['removes', remove],
    ['disables', expire],
  ])('is blocked if the first %s the entry, whatever the second says', async (_, change) => {
    const ada = users[0];
    await change(ada.dn);
    expect((await synchronize('ldapmain')).counts.blocked).toBe(1);
    await synchronize('ldap2');
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
  });
});
