import type { Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { answered, fullView } from '../support/expected-responses.js';
import { sql, write } from '../support/internals.js';
import { rdn } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';
import {
  foundMembers,
  newMember,
  recordsOf,
  startSynchronized,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd({ keepEntries: true });

describe('What a synchronization changes in users', () => {
  let forge: Forge;
  let ada: Member;

  beforeAll(async () => {
    forge = await startSynchronized(slapd);
    // A run that finds nobody by an id, but others with their DNs, is held: the first test of a shuffled run could be one.
    await foundMembers(forge, slapd, 'steady', 1);
  });
  let count = 0;
  beforeEach(async () => {
    ada = await newMember(forge, slapd, { uid: `ada${++count}` });
    await synchronize(forge);
  });
  afterAll(() => forge.close());

  const identities = (dn: string) => [{ provider: 'ldapmain', extern_uid: dn }];
  const viewOf = (member: Member, changes: Record<string, unknown> = {}) =>
    answered(200, fullView(forge, member, { identities: identities(member.dn), ...changes }));

  it('is only the unique id when it finds an entry for the first time', async () => {
    const bea = await newMember(forge, slapd, { uid: `bea${count}` });
    const { changed, run } = await synchronize(forge);
    const changes = { unique_id: { from: null, to: await slapd.uuid(bea.dn) } };
    const reason = 'the entry is found for the first time';
    expect(changed).toEqual([{ username: bea.username, dn: bea.dn, changes, reason }]);
    expect(await recordsOf(forge, bea)).toEqual([
      {
        ...{ action: 'user.updated', origin: 'ldapmain', run },
        details: { username: bea.username, changes, reason: `synchronization: ${reason}` },
      },
    ]);
    expect(await forge.root.get(bea.at)).toEqual(viewOf(bea));
  });

  it('finds the entry of a DN in another letter case and with other white space', async () => {
    const dn = await slapd.person({ uid: `Bea${count}` });
    const bea = await forge.seed.user({
      provider: 'ldapmain',
      extern_uid: dn.toUpperCase().replaceAll(',', ' , '),
      username: `Bea${count}`,
      email: `bea${count}@example.org`,
      name: `Bea${count}`,
    });
    await synchronize(forge);
    expect(await forge.root.get(bea.at)).toEqual(viewOf({ ...bea, dn }));
  });

  it.each([
    ['other escapes', 'uid=a\\2c\\20\\62'],
    ['quotes', 'uid="a, b"'],
    ['another name of the attribute', '0.9.2342.19200300.100.1.1=a\\, b'],
  ])('finds the entry of a DN with %s, also of a blocked user', async (_, name) => {
    const uid = `a, b${count}`;
    const dn = await slapd.person({ uid, mail: `ab${count}@example.org` });
    const extern_uid = `${name.replace(/"?$/, `${count}$&`)},${slapd.peopleDn}`;
    expect(extern_uid).not.toBe(dn);
    const user = await forge.seed.user({ provider: 'ldapmain', extern_uid });
    const { at } = user;
    await ldapBlock(forge, user);
    const { unblocked } = await synchronize(forge);
    expect(unblocked).toMatchObject([{ changes: { extern_uid: { from: extern_uid } } }]);
    const { body } = await forge.root.get<{ identities: unknown; state: string }>(at);
    const stored = (await slapd.entry(dn))?.dn ?? '';
    expect([body.state, body.identities]).toEqual(['active', identities(stored)]);
  });

  it.each([
    ['found for the first time', () => newMember(forge, slapd, { uid: `bea${count}` })],
    ['known', () => Promise.resolve(ada)],
  ])('confirms an address that is the same as that of an entry that is %s', async (_, find) => {
    const user = await find();
    await write(
      forge,
      "UPDATE users SET confirmed_at = NULL, confirmation_digest = 'digest' WHERE id = :id",
      { id: user.id },
    );
    const { changed } = await synchronize(forge);
    expect(changed).toMatchObject([
      {
        username: user.username,
        changes: { confirmed_at: { from: null, to: expect.any(String) as string } },
        reason: expect.stringMatching(/the entry has the e-mail address$/) as string,
      },
    ]);
    expect(
      await sql(
        forge,
        `SELECT email, confirmed_at IS NULL AS waits, confirmation_digest FROM users WHERE id = ${user.id}`,
      ),
    ).toEqual([{ email: user.email, waits: 0, confirmation_digest: null }]);
    expect((await synchronize(forge)).counts.changed).toBe(0);
  });

  it('is the username, the name and the e-mail address of a person who is renamed', async () => {
    const uid = `countess${count}`;
    const dn = await slapd.rename(ada.dn, rdn('uid', uid));
    await slapd.modify(dn, { mail: `${uid}@example.org`, cn: 'Ada\nLovelace' });
    const { changed, run } = await synchronize(forge);
    const reason =
      'the entry has another DN, the entry has another username, the entry has another e-mail address, the entry has another name';
    const renamed = { username: uid, email: `${uid}@example.org`, name: 'Ada Lovelace' };
    expect(changed).toEqual([
      {
        ...{ username: ada.username, dn, reason },
        changes: {
          username: { from: ada.username, to: uid },
          email: { from: ada.email, to: renamed.email },
          name: { from: ada.name, to: renamed.name },
          extern_uid: { from: ada.dn, to: dn },
        },
      },
    ]);
    expect((await recordsOf(forge, ada)).at(-1)).toMatchObject({
      run,
      details: { reason: `synchronization: ${reason}` },
    });
    expect(await forge.root.get(ada.at)).toEqual(viewOf({ ...ada, ...renamed, dn }));
    const found = await forge.root.get<{ id: number }[]>('/users', { search: renamed.email });
    expect(found.body.map(({ id }) => id)).toEqual([ada.id]);
  });

  it('is the DN of a person who moves, by the unique id', async () => {
    const dn = await slapd.move(ada.dn, await slapd.unit(`research ${count}`));
    await synchronize(forge);
    expect(await forge.root.get(ada.at)).toEqual(viewOf({ ...ada, dn }));
  });

  it('is the DNs of two people who swap them', async () => {
    const bea = await newMember(forge, slapd, { uid: `bea${count}` });
    await synchronize(forge);
    const parked = await slapd.rename(ada.dn, rdn('uid', `parked${count}`));
    await slapd.rename(bea.dn, rdn('uid', `ada${count}`));
    await slapd.rename(parked, rdn('uid', `bea${count}`));
    for (let run = 1; run <= 2; run++) await synchronize(forge);
    expect((await forge.root.get(ada.at)).body).toMatchObject({ identities: identities(bea.dn) });
    expect((await forge.root.get(bea.at)).body).toMatchObject({ identities: identities(ada.dn) });
    // The first of the two records that the second one's identity lost its DN.
    const reasons = async (user: Member) =>
      (await recordsOf(forge, user)).map(({ details }) => details.reason);
    expect([...(await reasons(ada)), ...(await reasons(bea))]).toContain(
      'synchronization: another entry has the DN',
    );
    // Each wants the username of the other.
    for (const { at } of [ada, bea]) await forge.root.delete(at);
  });

  it('is nothing for a new person with the DN of one who left', async () => {
    await slapd.remove(ada.dn);
    await slapd.person({ uid: `ada${count}`, cn: 'Another Ada' });
    const { blocked } = await synchronize(forge);
    const reason = 'the entry is gone, and another one with another unique id has its DN';
    expect(blocked).toMatchObject([{ username: ada.username, reason }]);
    expect(await forge.root.get(ada.at)).toEqual(viewOf(ada, { state: 'ldap_blocked' }));
  });

  it.each([
    ['Zoë Müller', 'Zoe-Muller'],
    ['-admin', 'admin1'],
    ['x.git', 'x-git'],
  ])('is a valid username for the new name %s', async (uid, username) => {
    const dn = await slapd.rename(ada.dn, rdn('uid', uid));
    await slapd.modify(dn, { mail: `new${count}@example.org` });
    await synchronize(forge);
    const view = viewOf({ ...ada, username, dn, email: `new${count}@example.org` });
    expect(await forge.root.get(ada.at)).toEqual(view);
    // The next run does not take it for another rename.
    expect((await synchronize(forge)).counts.changed).toBe(0);
  });

  it('appends a number to a name that another user has only after the replacement', async () => {
    await forge.seed.user({ username: `a-b${count}` });
    const dn = await slapd.rename(ada.dn, rdn('uid', `a b${count}`));
    await synchronize(forge);
    expect(await forge.root.get(ada.at)).toEqual(viewOf({ ...ada, username: `a-b${count}1`, dn }));
  });

  it('leaves a username and an address that another user has, says so, and tries again', async () => {
    const local = await forge.seed.user();
    const dn = await slapd.rename(ada.dn, rdn('uid', local.username));
    await slapd.modify(dn, { mail: local.email, cn: 'New name' });
    const reasons = async () =>
      (await synchronize(forge)).conflicts
        .filter((conflict) => conflict.dn === dn)
        .map(({ reason }) => reason);
    const conflicts = [
      `another user has the username ${local.username}`,
      `another user has the e-mail address ${local.email}`,
    ];
    expect(await reasons()).toEqual(conflicts);
    expect(await forge.root.get(ada.at)).toEqual(viewOf({ ...ada, dn, name: 'New name' }));
    expect(await forge.root.get(local.at)).toEqual(answered(200, fullView(forge, local)));
    expect(await reasons()).toEqual(conflicts);
    await forge.root.delete(local.at);
    expect(await reasons()).toEqual([]);
    const { username, email } = local;
    expect(await forge.root.get(ada.at)).toEqual(
      viewOf({ ...ada, dn, name: 'New name', username, email }),
    );
  });

  it("takes the user's own secondary address as the new one", async () => {
    const email = `second${count}@example.org`;
    await ada.client.post('/user/emails', { email });
    await slapd.modify(ada.dn, { mail: email });
    await synchronize(forge);
    expect(await forge.root.get(ada.at)).toEqual(viewOf({ ...ada, email }));
    expect(await ada.client.get('/user/emails')).toEqual(answered(200, []));
  });

  it.each([
    ['no address', null],
    ['an address that is not valid', 'ada at home'],
  ])('keeps the address of a person with %s', async (_, mail) => {
    await slapd.modify(ada.dn, { mail, cn: 'Countess' });
    await synchronize(forge);
    expect(await forge.root.get(ada.at)).toEqual(viewOf({ ...ada, name: 'Countess' }));
  });

  it('does not give an entry to a second user', async () => {
    const local = await forge.seed.user();
    const account = { provider: 'ldapmain', extern_uid: ada.dn.toUpperCase() };
    expect((await forge.root.put(local.at, account)).status).toBe(200);
    const { conflicts } = await synchronize(forge);
    expect(conflicts).toEqual([
      {
        ...{ username: local.username, dn: ada.dn },
        reason: `the entry belongs to the user ${ada.username}`,
      },
    ]);
    expect(await forge.root.get(local.at)).toEqual(
      answered(200, fullView(forge, local, { identities: identities(account.extern_uid) })),
    );
    await forge.root.delete(local.at);
  });

  it('reports an account that is no DN, and blocks nobody for it', async () => {
    const local = await forge.seed.user({ provider: 'ldapmain', extern_uid: 'ada' });
    const { conflicts, counts } = await synchronize(forge);
    const reason = 'extern_uid is not a DN of the directory: ada';
    expect(conflicts).toEqual([{ username: local.username, dn: 'ada', reason }]);
    expect(counts.blocked).toBe(0);
    await forge.root.delete(local.at);
  });

  it('follows an administrator who links the user to another entry', async () => {
    const dn = await slapd.person({ uid: `other${count}`, cn: 'Other' });
    await forge.root.put(ada.at, { provider: 'ldapmain', extern_uid: dn });
    await synchronize(forge);
    const email = `other${count}@example.org`;
    expect(await forge.root.get(ada.at)).toEqual(viewOf({ ...ada, dn, name: 'Other', email }));
  });
});
