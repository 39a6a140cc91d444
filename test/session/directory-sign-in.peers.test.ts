import { recordsOf, startSynchronized, stateOf } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { answered, fullView, TIMESTAMP } from '../support/expected-responses.js';
import { rdn } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, PASSWORD, REFUSED, signIn } from './directory-session.js';

const slapd = useSlapd({ keepEntries: true });

describe('POST /session of a person of the directory', () => {
  let forge: Forge;
  let count = 0;
  let uid: string;
  let dn: string;

  beforeAll(async () => {
    forge = await startSynchronized(slapd);
  });
  beforeEach(async () => {
    uid = `ada${++count}`;
    dn = await addPerson(slapd, { uid, cn: 'Ada Lovelace' });
  });
  afterAll(() => forge.close());

  const user = (id: number, username = uid) => ({
    ...{ id, username, name: 'Ada Lovelace', email: `${uid}@example.org` },
  });
  const identity = (externUid = dn) => ({ provider: 'ldapmain', extern_uid: externUid });

  describe('at the first sign-in', () => {
    it('creates the user with the identity and a confirmed address', async () => {
      const answer = await signIn(forge, uid);
      const { id, private_token } = answer.body;
      const fields = { identities: [identity()], current_sign_in_at: TIMESTAMP };
      expect(answer).toEqual(
        answered(201, fullView(forge, user(id), { ...fields, private_token })),
      );
      expect(await forge.as(private_token).get('/user')).toEqual(
        answered(200, fullView(forge, user(id), fields)),
      );
    });

    it('records the creation and its reason', async () => {
      const { body } = await signIn(forge, uid);
      expect(await recordsOf(forge, body)).toEqual([
        {
          ...{ action: 'user.created', origin: 'ldapmain', run: null },
          details: {
            ...{ username: uid, email: `${uid}@example.org`, admin: false, external: false },
            identity: { ...identity(), unique_id: await slapd.uuid(dn) },
            reason: 'first sign-in',
          },
        },
      ]);
    });

    it.each([
      ['the username in another case', () => uid.toUpperCase()],
      ['the username with blanks around it', () => ` ${uid} `],
      ['the address', () => `${uid}@example.org`],
      ['the address in another case', () => `${uid}@EXAMPLE.org`],
    ])('takes %s for the same person', async (_, login) => {
      const { status, body } = await signIn(forge, login());
      expect([status, body.username]).toEqual([201, uid]);
      expect((await signIn(forge, uid)).body.id).toBe(body.id);
    });

    it('finds the entry by each form of an address with a domain that is not ASCII', async () => {
      const mail = `${uid}@xn--bcher-kva.example`;
      await slapd.modify(dn, { mail });
      for (const login of [`${uid}@bücher.example`, `${uid}@BÜCHER.example`, mail, uid]) {
        const { status, body } = await signIn(forge, login);
        expect([status, body.username, body.email]).toEqual([201, uid, mail]);
      }
    });

    it('creates one user for 20 concurrent requests', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(forge, uid)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
    });

    it('replaces characters that a username cannot have', async () => {
      const other = await addPerson(slapd, { uid: `${uid} Lövelace`, mail: `x${uid}@example.org` });
      const { status, body } = await signIn(forge, `${uid} Lövelace`);
      expect([status, body.username, body.identities]).toEqual([
        ...[201, `${uid}-Lovelace`],
        [identity(other)],
      ]);
    });

    it('appends a number if the result of the replacement is taken', async () => {
      await forge.seed.user({ username: `${uid}-X` });
      for (const [n, name] of [`${uid} x`, `${uid}/x`].entries()) {
        await addPerson(slapd, { uid: name, mail: `x${n}${uid}@example.org` });
        const { status, body } = await signIn(forge, name);
        expect([status, body.username]).toEqual([201, `${uid}-x${n + 1}`]);
      }
    });

    it('takes the username for the name of an entry without one that can be used', async () => {
      const blank = await addPerson(slapd, { uid: `${uid}b`, cn: '\u2003' });
      const { body } = await signIn(forge, `${uid}b`);
      expect(body).toMatchObject({ name: `${uid}b`, identities: [identity(blank)] });
    });

    it('takes the username for a name without a visible character', async () => {
      await slapd.modify(dn, { cn: '\u200b\u3164' });
      expect((await signIn(forge, uid)).body.name).toBe(uid);
    });
  });

  describe('of an account that exists here', () => {
    it.each([
      ['username', () => ({ username: uid.toUpperCase() })],
      ['primary address', () => ({ email: `${uid}@example.org` })],
    ])('returns 401 if its %s is the entry’s, until it is linked', async (_, given) => {
      const local = await forge.seed.user(given());
      for (const login of [uid, `${uid}@example.org`])
        expect(await signIn(forge, login)).toEqual(REFUSED);
      expect((await signIn(forge, local.username, local.password)).body.id).toBe(local.id);
      await forge.root.put(local.at, identity());
      for (const login of [local.username, `${uid}@example.org`, uid])
        expect((await signIn(forge, login)).body).toMatchObject({
          ...{ id: local.id, identities: [identity()] },
        });
      expect((await signIn(forge, local.username, local.password)).status).toBe(401);
    });

    it('keeps its address, if the entry has another form of it', async () => {
      await slapd.modify(dn, { mail: `${uid}@xn--bcher-kva.example` });
      const email = `${uid}@bücher.example`;
      const local = await forge.seed.user({ email, ...identity() });
      for (const login of [uid, email, `${uid}@xn--bcher-kva.example`]) {
        const { status, body } = await signIn(forge, login);
        expect([status, body.id, body.email]).toEqual([201, local.id, email]);
      }
    });

    it('returns 401 if it has the address of the entry in another form', async () => {
      await slapd.modify(dn, { mail: `${uid}@xn--bcher-kva.example` });
      await forge.seed.user({ email: `${uid}@bücher.example` });
      for (const login of [uid, `${uid}@xn--bcher-kva.example`])
        expect(await signIn(forge, login)).toEqual(REFUSED);
    });

    it('returns 401 if its secondary address is the entry’s', async () => {
      const local = await forge.seed.user();
      await forge.root.post(`${local.at}/emails`, { email: `${uid}@example.org` });
      expect(await signIn(forge, uid)).toEqual(REFUSED);
      expect(await signIn(forge, `${uid}@example.org`)).toEqual(REFUSED);
    });

    it('finds an identity whose DN an administrator wrote in another case', async () => {
      const local = await forge.seed.user();
      await forge.root.put(local.at, identity(dn.toUpperCase().replaceAll(',', ', ')));
      const { status, body } = await signIn(forge, uid);
      expect([status, body.id, body.identities]).toEqual([201, local.id, [identity()]]);
    });

    it.each([
      ['other escapes', 'uid=c\\2b\\2B'],
      ['another name of the attribute', 'userid=C\\+\\+'],
    ])('finds an identity whose DN an administrator wrote with %s', async (_, name) => {
      const login = `c++${count}`;
      const added = await addPerson(slapd, { uid: login, mail: `cpp${count}@example.org` });
      const local = await forge.seed.user();
      await forge.root.put(local.at, identity(`${name}${count},${slapd.peopleDn}`));
      const { status, body } = await signIn(forge, login);
      const stored = (await slapd.entry(added))?.dn;
      expect([status, body.id, body.identities]).toEqual([201, local.id, [identity(stored)]]);
    });

    it('does not count a local password that an administrator sets', async () => {
      const { body } = await signIn(forge, uid);
      await forge.root.put(`/users/${body.id}`, { password: 'another password' });
      expect(await signIn(forge, uid, 'another password')).toEqual(REFUSED);
      expect((await signIn(forge, uid)).status).toBe(201);
    });

    it('counts the local password again when the identity is removed', async () => {
      const { body } = await signIn(forge, uid);
      await forge.root.put(`/users/${body.id}`, { password: 'another password' });
      await forge.root.delete(`/users/${body.id}/identities/ldapmain`);
      expect(await signIn(forge, uid)).toEqual(REFUSED);
      expect((await signIn(forge, uid, 'another password')).body.id).toBe(body.id);
    });

    it('belongs to its entry only, not to another one with its username', async () => {
      const { body } = await signIn(forge, uid);
      await slapd.modify(await slapd.rename(dn, rdn('uid', `${uid}-moved`)), {
        mail: `m${uid}@x.org`,
      });
      await addPerson(slapd, { uid, mail: `new${uid}@example.org`, password: 'another password' });
      for (const password of ['another password', PASSWORD])
        expect(await signIn(forge, uid, password)).toEqual(REFUSED);
      const again = await signIn(forge, `${uid}-moved`);
      expect([again.status, again.body.id, again.body.username]).toEqual([
        ...[201, body.id, `${uid}-moved`],
      ]);
      const other = await signIn(forge, uid, 'another password');
      expect([other.status, other.body.username]).toEqual([201, uid]);
      expect(other.body.id).not.toBe(body.id);
    });

    it('does not belong to a new entry with its DN', async () => {
      const { body } = await signIn(forge, uid);
      await slapd.remove(dn);
      await addPerson(slapd, { uid, cn: 'Ada Lovelace' });
      expect(await signIn(forge, uid)).toEqual(REFUSED);
      expect(await signIn(forge, `${uid}@example.org`)).toEqual(REFUSED);
      expect(await stateOf(forge, { at: `/users/${body.id}` })).toBe('active');
    });

    it('follows a rename, a move, a new name and a new address', async () => {
      const { body } = await signIn(forge, uid);
      const unit = await slapd.unit(`moved ${count}`);
      const moved = await slapd.move(await slapd.rename(dn, rdn('uid', `${uid}n`)), unit);
      await slapd.modify(moved, { cn: 'Ada King', mail: `${uid}k@example.org` });
      const answer = await signIn(forge, `${uid}n`);
      expect(answer.body).toMatchObject({
        ...{ id: body.id, username: `${uid}n`, name: 'Ada King', email: `${uid}k@example.org` },
        identities: [identity(moved)],
      });
    });
  });
});
