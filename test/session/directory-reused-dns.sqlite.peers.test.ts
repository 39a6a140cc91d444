import {
  recordsOf,
  startSynchronized,
  stateOf,
  synchronize,
} from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, REFUSED, signIn } from './directory-session.js';

const slapd = useSlapd();

/** Active Directory names entries like this. */
const JOHN = { cn: 'John Smith', rdn: 'cn' } as const;

const CREATED_AGAIN =
  'sign-in refused: the user ada has an identity with this DN, and a username or address of this entry. An ' +
  'administrator can remove that identity: DELETE /users/:id/identities/:provider. If this entry replaces the one of ' +
  'that user, link it then: PUT /users/:id with provider and extern_uid. If they are two people, give that user ' +
  'another username and address';

describe('POST /session of a person whose entry has the DN of an earlier one', () => {
  let forge: Forge;

  beforeEach(async () => {
    forge = await startSynchronized(slapd);
    // So that the directory never shows nobody.
    await slapd.person({ uid: 'eve' });
  });
  afterEach(() => forge.close());

  const externUidOf = async ({ at }: { at: string }) => {
    const { body } = await forge.root.get<{ identities: { extern_uid: string }[] }>(at);
    return body.identities.map(({ extern_uid }) => extern_uid);
  };

  /** The user of John, whose entry is gone, and what identifies that entry. */
  const leaver = async () => {
    const dn = await addPerson(slapd, { ...JOHN, uid: 'js1' });
    const uniqueId = await slapd.uuid(dn);
    const { id } = (await signIn(forge, 'js1')).body;
    await slapd.remove(dn);
    return { dn, uniqueId, user: { id, at: `/users/${id}` } };
  };

  it('creates a user, and shows that the earlier one has lost the DN', async () => {
    const { dn, uniqueId, user } = await leaver();
    await synchronize(forge);
    expect(await stateOf(forge, user)).toBe('ldap_blocked');
    expect(await addPerson(slapd, { ...JOHN, uid: 'js2' })).toBe(dn);
    const { status, body } = await signIn(forge, 'js2');
    expect([status, body.username]).toEqual([201, 'js2']);
    expect(body.id).not.toBe(user.id);
    expect(body.identities).toEqual([{ provider: 'ldapmain', extern_uid: dn }]);
    expect(await externUidOf(user)).toEqual([`moved=${uniqueId}`]);
    expect((await recordsOf(forge, user)).at(-1)).toMatchObject({
      action: 'user.updated',
      origin: 'ldapmain',
      details: {
        username: 'js1',
        changes: { extern_uid: { from: dn, to: `moved=${uniqueId}` } },
        reason: 'sign-in: another entry has the DN',
      },
    });
  });

  it('creates a user before a synchronization has blocked the earlier one', async () => {
    const { user } = await leaver();
    await addPerson(slapd, { ...JOHN, uid: 'js2' });
    const { status, body } = await signIn(forge, 'js2');
    expect(status).toBe(201);
    expect((await synchronize(forge)).counts).toMatchObject({ blocked: 1, conflicts: 0 });
    expect(await stateOf(forge, user)).toBe('ldap_blocked');
    expect(await stateOf(forge, { at: `/users/${body.id}` })).toBe('active');
  });

  it('keeps the DN of the earlier one if the sign-in fails', async () => {
    const { dn, user } = await leaver();
    await addPerson(slapd, { ...JOHN, uid: 'js2', mail: 'js1@example.org' });
    expect((await signIn(forge, 'js2')).status).toBe(401);
    expect(await externUidOf(user)).toEqual([dn]);
  });

  it('creates one user if the person signs in several times at once', async () => {
    await leaver();
    await addPerson(slapd, { ...JOHN, uid: 'js2' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(forge, 'js2')));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it.each([
    ['the username', { uid: ['ADA', 'al'], mail: 'b@example.org' }],
    ['the address', { uid: 'al', mail: ['b@example.org', 'A@example.org'] }],
  ])('creates nobody if the entry has %s of the earlier one too', async (_, attributes) => {
    const person = { uid: 'x', cn: 'Ada Lovelace', rdn: 'cn' } as const;
    const before = { uid: ['ada', 'al'], mail: ['a@example.org', 'b@example.org'] };
    const dn = await addPerson(slapd, { ...person, attributes: before });
    const { id, username } = (await signIn(forge, 'ada')).body;
    expect(username).toBe('ada');
    await slapd.remove(dn);
    await addPerson(slapd, { ...person, attributes });
    const log = recordLog();
    const answer = await signIn(forge, 'al').finally(log.stop);
    expect(answer).toEqual(REFUSED);
    expect(log.lines).toMatchObject([{ dn, message: CREATED_AGAIN }]);
    expect(await externUidOf({ at: `/users/${id}` })).toEqual([dn]);
    // What the log advises.
    await forge.root.delete(`/users/${id}/identities/ldapmain`);
    await forge.root.put(`/users/${id}`, { provider: 'ldapmain', extern_uid: dn });
    expect((await signIn(forge, 'al')).body.id).toBe(id);
  });
});
