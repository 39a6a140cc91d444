import type { Forge } from '../support/app.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, signIn } from '../session/directory-session.js';
import { newMember, recordsOf, startSynchronized, synchronize } from './synchronized.js';

const slapd = useSlapd();

/** slapd returns values in the order in which they were written. */
const mails = (...names: string[]) => names.map((name) => `${name}@example.org`);

describe('An entry with several values of an attribute', () => {
  let forge: Forge;

  beforeEach(async () => {
    forge = await startSynchronized(slapd);
  });
  afterEach(() => forge.close());

  const userOf = async (id: number) => {
    const { body } = await forge.root.get(`/users/${id}`);
    const { username, email, name } = body as Record<string, string>;
    return { username, email, name };
  };

  it('keeps the username, address and name while they are among them', async () => {
    const dn = await addPerson(slapd, {
      ...{ uid: 'x', cn: 'Ada', rdn: 'cn' },
      attributes: { uid: ['ada', 'al'], mail: mails('a', 'b'), displayName: 'Ada L' },
    });
    const { id } = (await signIn(forge, 'al')).body;
    const first = { username: 'ada', email: 'a@example.org', name: 'Ada L' };
    expect(await userOf(id)).toEqual(first);
    await slapd.modify(dn, { uid: ['al', 'ada'], mail: mails('b', 'a') });
    expect((await synchronize(forge)).counts).toMatchObject({ changed: 0, conflicts: 0 });
    expect((await signIn(forge, 'al')).body.id).toBe(id);
    expect(await userOf(id)).toEqual(first);
    expect(await recordsOf(forge, { id })).toHaveLength(1);
    await slapd.modify(dn, { uid: 'al', mail: mails('b') });
    await synchronize(forge);
    expect(await userOf(id)).toEqual({ username: 'al', email: 'b@example.org', name: 'Ada L' });
  });

  it('keeps the name while it is among them', async () => {
    const dn = await addPerson(slapd, { uid: 'ada', attributes: { cn: ['Ada L', 'Countess'] } });
    const { id } = (await signIn(forge, 'ada')).body;
    await slapd.modify(dn, { cn: ['Countess', 'Ada L'] });
    await synchronize(forge);
    expect((await userOf(id)).name).toBe('Ada L');
  });

  it('gives the username that names the entry', async () => {
    await addPerson(slapd, { uid: 'ada', attributes: { uid: ['al', 'ada'] } });
    expect((await signIn(forge, 'al')).body.username).toBe('ada');
  });

  it('gives the first username and valid address that no user has', async () => {
    await forge.seed.user({ username: 'ada', email: 'a@example.org' });
    const dn = await addPerson(slapd, {
      ...{ uid: 'x', cn: 'Ada', rdn: 'cn' },
      attributes: { uid: ['Ada', 'al'], mail: ['not valid', ...mails('a', 'b', 'c')] },
    });
    const { id } = (await signIn(forge, 'al')).body;
    expect(await userOf(id)).toMatchObject({ username: 'al', email: 'b@example.org' });
    await slapd.modify(dn, { uid: ['ada', 'alma'], mail: mails('a', 'd', 'c') });
    await synchronize(forge);
    expect(await userOf(id)).toMatchObject({ username: 'alma', email: 'd@example.org' });
  });

  it('changes nobody in a first run who is as one of them', async () => {
    const mail = mails('a', 'b');
    const ada = await newMember(
      forge,
      slapd,
      { uid: 'ada', attributes: { mail } },
      { email: 'b@example.org' },
    );
    expect((await synchronize(forge)).counts).toMatchObject({ conflicts: 0 });
    expect(await userOf(ada.id)).toMatchObject({ email: 'b@example.org' });
    expect((await synchronize(forge)).counts.changed).toBe(0);
  });

  const alias = (attributes: Record<string, string | string[]>, user: Record<string, string>) =>
    newMember(forge, slapd, { uid: 'x', cn: 'Al', rdn: 'cn', attributes }, user);

  it.each([
    ['is only linked', 'Al'],
    ['also changes', 'Alan'],
  ])(
    'keeps the username of a user who %s in a first run, and lets it go later',
    async (_, name) => {
      const { id, dn } = await alias({ uid: ['ada', 'AL'] }, { username: 'al', name });
      await synchronize(forge);
      await slapd.modify(dn, { uid: ['adaline', 'AL'] });
      expect((await synchronize(forge)).counts.changed).toBe(0);
      expect((await userOf(id)).username).toBe('al');
      await slapd.modify(dn, { uid: 'adaline' });
      await synchronize(forge);
      expect((await userOf(id)).username).toBe('adaline');
    },
  );

  it('keeps a username of theirs that an administrator has chosen', async () => {
    const { id, dn } = await alias({ uid: ['ada', 'al'] }, { username: 'ada' });
    await synchronize(forge);
    await forge.root.put(`/users/${id}`, { username: 'al' });
    await slapd.modify(dn, { uid: ['adaline', 'al'] });
    await synchronize(forge);
    expect((await userOf(id)).username).toBe('al');
    await slapd.modify(dn, { uid: ['al', 'adaline'] });
    expect((await synchronize(forge)).counts.changed).toBe(0);
    await slapd.modify(dn, { uid: 'adaline' });
    await synchronize(forge);
    expect((await userOf(id)).username).toBe('adaline');
  });
});
