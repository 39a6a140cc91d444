import { startSynchronized, stateOf } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { answered } from '../support/expected-responses.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, PASSWORD, REFUSED, signIn, usernamesOf } from './directory-session.js';

const slapd = useSlapd({ keepEntries: true });

describe('POST /session of a person of the directory who may not sign in', () => {
  let forge: Forge;
  let count = 0;
  let uid: string;
  let dn: string;

  beforeAll(async () => {
    forge = await startSynchronized(slapd);
  });
  beforeEach(async () => {
    uid = `ada${++count}`;
    dn = await addPerson(slapd, { uid });
  });
  afterAll(() => forge.close());

  const nobodyIsCreated = async (login: string, password?: string) => {
    const before = await usernamesOf(forge);
    expect(await signIn(forge, login, password)).toEqual(REFUSED);
    expect(await usernamesOf(forge)).toEqual(before);
  };

  it.each([
    ['a wrong password', 'wrong'],
    ['the password in another case', PASSWORD.toUpperCase()],
    ['the password with a line break after it', `${PASSWORD}\n`],
    ['the DN', 'uid=ada,ou=people,dc=example,dc=org'],
  ])('returns 401 for %s', async (_, password) => {
    await nobodyIsCreated(uid, password);
    await signIn(forge, uid);
    await nobodyIsCreated(uid, password);
  });

  it.each(['', ' '])('returns 400 for the password %j', async (password) => {
    expect(await signIn(forge, uid, password)).toEqual(
      answered(400, { message: { password: ["can't be blank"] } }),
    );
  });

  it.each([
    ['is expired', () => slapd.expire(dn)],
    ['is locked', () => slapd.lock(dn)],
    ['is outside the filter', () => slapd.modify(dn, { employeeType: 'left' })],
    ['has no address', () => slapd.modify(dn, { mail: null })],
    ['has no valid address', () => slapd.modify(dn, { mail: 'ada' })],
    [
      'has the address of another entry',
      () => addPerson(slapd, { uid: `b${uid}`, mail: `${uid}@example.org` }),
    ],
  ])('returns 401 if the entry %s, and creates nobody', async (_, change) => {
    await change();
    await nobodyIsCreated(`${uid}@example.org`);
  });

  it.each([
    ['is expired', () => slapd.expire(dn)],
    ['is locked', () => slapd.lock(dn)],
    ['is outside the filter', () => slapd.modify(dn, { employeeType: 'left' })],
    ['is gone', () => slapd.remove(dn)],
  ])('returns 401 for a user whose entry %s', async (_, change) => {
    await signIn(forge, uid);
    await change();
    expect(await signIn(forge, uid)).toEqual(REFUSED);
  });

  it('returns 401 for a user blocked by an administrator', async () => {
    const { body } = await signIn(forge, uid);
    await forge.root.put(`/users/${body.id}/block`);
    expect(await signIn(forge, uid)).toEqual(REFUSED);
    expect(await stateOf(forge, { at: `/users/${body.id}` })).toBe('blocked');
  });

  it('returns 401 for a user blocked by the directory whose entry is still disabled', async () => {
    const { body } = await signIn(forge, uid);
    await slapd.lock(dn);
    await ldapBlock(forge, body);
    expect(await signIn(forge, uid)).toEqual(REFUSED);
    await slapd.unlock(dn);
    const again = await signIn(forge, uid);
    expect([again.status, again.body.id, again.body.state]).toEqual([201, body.id, 'active']);
  });

  it('returns 401 for a user blocked by the directory with a wrong password', async () => {
    const { body } = await signIn(forge, uid);
    await ldapBlock(forge, body);
    expect(await signIn(forge, uid, 'wrong')).toEqual(REFUSED);
    expect(await stateOf(forge, { at: `/users/${body.id}` })).toBe('ldap_blocked');
  });

  it('returns 401 to the second of two users with the same entry', async () => {
    await signIn(forge, uid);
    const local = await forge.seed.user();
    await forge.root.put(local.at, { provider: 'ldapmain', extern_uid: dn.toUpperCase() });
    expect(await signIn(forge, local.username)).toEqual(REFUSED);
    expect((await signIn(forge, uid)).body.username).toBe(uid);
  });
});
