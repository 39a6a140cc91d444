import type { Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { write } from '../support/internals.js';
import { useSlapd } from '../support/use-servers.js';
import {
  checked,
  foundMembers,
  limitsOf,
  recordsOf,
  startSynchronized,
  stateOf,
  statesOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

describe('A check on use', () => {
  let forge: Forge;
  let members: Member[];
  let ada: Member;

  beforeEach(async () => {
    forge = await startSynchronized(slapd, { LDAP_BLOCK_LIMIT: '2', LDAP_TIMEOUT: '20' });
    members = await foundMembers(forge, slapd, 'person', 4);
    ada = members[0];
    await age();
  });
  afterEach(() => forge.close());

  /** As if the last check of everybody were long ago. */
  const age = () => write(forge, 'UPDATE identities SET checked_at = :then', { then: 1 });
  const use = async ({ client }: Member) => (await client.get('/user')).status;
  const useAndCheck = async (member: Member) => {
    const status = await use(member);
    await checked(forge);
    return status;
  };

  it('answers first, and blocks the user of a disabled entry from the next request on', async () => {
    await slapd.expire(ada.dn);
    expect(await useAndCheck(ada)).toBe(200);
    expect(await use(ada)).toBe(401);
    expect((await recordsOf(forge, ada)).at(-1)).toEqual({
      ...{ action: 'user.blocked', origin: 'ldapmain', run: null },
      details: {
        username: ada.username,
        changes: { state: { from: 'active', to: 'ldap_blocked' } },
        reason: 'check on use: shadowExpire is 1',
      },
    });
  });

  it('blocks the user whose entry is gone', async () => {
    await slapd.remove(ada.dn);
    await useAndCheck(ada);
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
  });

  it('lets a user back in whose entry is fine again', async () => {
    await ldapBlock(forge, ada);
    expect(await useAndCheck(ada)).toBe(401);
    expect(await use(ada)).toBe(200);
  });

  it('changes nothing of a user blocked by an administrator', async () => {
    await forge.root.put(`${ada.at}/block`);
    await slapd.modify(ada.dn, { cn: 'New name' });
    expect(await useAndCheck(ada)).toBe(401);
    expect((await forge.root.get(ada.at)).body).toMatchObject({
      ...{ state: 'blocked', name: ada.name },
    });
  });

  it('applies a new name', async () => {
    await slapd.modify(ada.dn, { cn: 'New name' });
    await useAndCheck(ada);
    expect((await forge.root.get(ada.at)).body).toMatchObject({ name: 'New name' });
  });

  it('comes at most once an hour', async () => {
    await useAndCheck(ada);
    await slapd.expire(ada.dn);
    await age();
    expect(await useAndCheck(ada)).toBe(200);
    expect(await useAndCheck(ada)).toBe(200);
  });

  it('does not come soon after a synchronization', async () => {
    await synchronize(forge);
    await slapd.expire(ada.dn);
    await useAndCheck(ada);
    expect(await use(ada)).toBe(200);
  });

  it('does not delay the request while the directory does not respond', async () => {
    await slapd.expire(ada.dn);
    slapd.pause();
    let isChecked = false;
    let check: Promise<void>;
    try {
      expect(await use(ada)).toBe(200);
      check = checked(forge).then(() => {
        isChecked = true;
      });
      expect(await stateOf(forge, ada)).toBe('active');
      // The request had its response while the check waits for the directory.
      expect(isChecked).toBe(false);
    } finally {
      slapd.resume();
    }
    await check;
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
  });

  it('blocks nobody while the directory is unreachable', async () => {
    await slapd.kill();
    try {
      await useAndCheck(ada);
      expect(await stateOf(forge, ada)).toBe('active');
    } finally {
      await slapd.restart();
    }
  });

  it('blocks nobody when the account may not read people any more', async () => {
    await slapd.setAccess(false);
    await useAndCheck(ada);
    expect(await stateOf(forge, ada)).toBe('active');
  });

  it('checks the users after one whose rights cannot be read, and repeats that check', async () => {
    await forge.close();
    const admins = await slapd.group(
      'admins',
      members.map(({ dn }) => dn),
    );
    forge = await startSynchronized(slapd, { LDAP_ADMIN_GROUP: admins, LDAP_TIMEOUT: '20' });
    limitsOf(forge).retryMs = 0;
    const [first, unreadable, disabled] = await foundMembers(forge, slapd, 'member', 3);
    if (!first || !unreadable || !disabled) throw new Error('three members are missing');
    await slapd.expire(disabled.dn);
    await slapd.modify(unreadable.dn, { cn: 'New name' });
    await slapd.remove(admins);
    await age();
    slapd.pause();
    try {
      // The others wait until its check ends: theirs have one connection.
      for (const member of [first, unreadable, disabled]) expect(await use(member)).toBe(200);
    } finally {
      slapd.resume();
    }
    await checked(forge);
    expect(await statesOf(forge, [unreadable, disabled])).toEqual(['active', 'ldap_blocked']);
    const nameOf = async () => (await forge.root.get<{ name: string }>(unreadable.at)).body.name;
    expect(await nameOf()).toBe(unreadable.name);
    await slapd.group('admins', [first.dn]);
    expect(await useAndCheck(unreadable)).toBe(200);
    expect(await nameOf()).toBe('New name');
  });

  it('blocks at most LDAP_BLOCK_LIMIT users between two runs', async () => {
    for (const { dn } of members) await slapd.expire(dn);
    await Promise.all(members.slice(0, 3).map(use));
    await checked(forge);
    const blocked = async () =>
      (await statesOf(forge, members)).filter((state) => state === 'ldap_blocked').length;
    expect(await blocked()).toBe(2);
    // A run that is held does not count.
    const extern_uid = `uid=nobody,${slapd.peopleDn}`;
    await forge.seed.user({ provider: 'ldapmain', extern_uid });
    expect((await synchronize(forge)).held).toMatchObject({ wouldBlock: 3 });
    await age();
    await useAndCheck(members[3]);
    expect(await blocked()).toBe(2);
  });

  it('counts again after a run that is complete', async () => {
    for (const { dn } of members.slice(0, 2)) await slapd.expire(dn);
    for (const member of members.slice(0, 2)) await useAndCheck(member);
    await synchronize(forge);
    await age();
    const [, , third] = members as [Member, Member, Member];
    await slapd.expire(third.dn);
    await useAndCheck(third);
    expect(await stateOf(forge, third)).toBe('ldap_blocked');
  });

  it('leaves users alone who do not belong to the directory', async () => {
    const local = await forge.seed.user();
    expect((await local.client.get('/user')).status).toBe(200);
    await checked(forge);
    expect(await recordsOf(forge, local)).toEqual([]);
  });
});
