import { startSynchronized } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, REFUSED, signIn } from './directory-session.js';

const slapd = useSlapd();

const LINK =
  'An administrator can link that user to this entry: PUT /users/:id with provider and extern_uid';
const NOT_LINKED =
  'Do not link that user to this entry, unless it replaces the other one. If they are two people,';
const OTHER_PASSWORD = 'the password of another person';

describe('The log of a sign-in whose username or address is taken', () => {
  let forge: Forge;

  beforeEach(async () => {
    forge = await startSynchronized(slapd);
  });
  afterEach(() => forge.close());

  /** What the log says about a sign-in that fails. */
  async function refusalOf(login: string, password?: string): Promise<string> {
    const log = recordLog();
    const answer = await signIn(forge, login, password).finally(log.stop);
    expect(answer).toEqual(REFUSED);
    expect(log.lines).toHaveLength(1);
    return log.lines[0].message;
  }

  it('advises a new username if another person of the directory has it', async () => {
    const dn = await addPerson(slapd, { uid: 'a b', mail: 'first@example.org' });
    await addPerson(slapd, { uid: 'a-b', mail: 'second@example.org' });
    const { body: first } = await signIn(forge, 'a b');
    expect(first.username).toBe('a-b');
    expect(await refusalOf('second@example.org')).toBe(
      `sign-in refused: the user a-b, who has the entry ${dn}, has the username a-b. ${NOT_LINKED} ` +
        'give that user another username: PUT /users/:id',
    );
    await forge.root.put(`/users/${first.id}`, { username: 'first' });
    const { status, body: second } = await signIn(forge, 'a-b');
    expect([status, second.username]).toEqual([201, 'a-b']);
    expect(second.id).not.toBe(first.id);
    expect((await signIn(forge, 'a b')).body).toMatchObject({ id: first.id, username: 'first' });
  });

  it('says so too if the person signs in with the taken username, and lets the other in', async () => {
    const first = await addPerson(slapd, { uid: 'a b', mail: 'first@example.org' });
    const { id } = (await signIn(forge, 'a b')).body;
    expect((await signIn(forge, 'a-b')).body.id).toBe(id);
    await addPerson(slapd, { uid: 'a-b', mail: 'second@example.org', password: OTHER_PASSWORD });
    expect(await refusalOf('A-B', OTHER_PASSWORD)).toBe(
      `sign-in refused: the user a-b, who has the entry ${first}, has the username a-b. ${NOT_LINKED} ` +
        'give that user another username: PUT /users/:id',
    );
    for (const login of ['a b', 'first@example.org'])
      expect((await signIn(forge, login)).body.id).toBe(id);
  });

  it('says so too if the entry of the other is gone', async () => {
    const dn = await addPerson(slapd, { uid: 'ada', rdn: 'cn', cn: 'Ada Lovelace' });
    await signIn(forge, 'ada');
    await slapd.remove(dn);
    expect(await signIn(forge, 'ada')).toEqual(REFUSED);
    await addPerson(slapd, { uid: 'ada', password: OTHER_PASSWORD });
    for (const [login, taken, advice] of [
      ['ada', 'username ada', 'give that user another username: PUT /users/:id'],
      ['Ada@example.org', 'e-mail address ada@example.org', 'correct the address of one of them'],
    ])
      expect(await refusalOf(login, OTHER_PASSWORD)).toBe(
        `sign-in refused: the user ada, who has the entry ${dn}, has the ${taken}. ${NOT_LINKED} ${advice}`,
      );
  });

  it.each(['primary', 'secondary'])(
    'advises a correct address if another person of the directory has it as a %s one',
    async (kind) => {
      const mail = 'shared@example.org';
      const isPrimary = kind === 'primary';
      const dn = await addPerson(slapd, { uid: 'ada', ...(isPrimary ? { mail } : {}) });
      const { body } = await signIn(forge, 'ada');
      if (!isPrimary) await forge.root.post(`/users/${body.id}/emails`, { email: mail });
      await addPerson(slapd, { uid: 'bea', mail });
      expect(await refusalOf('bea')).toBe(
        `sign-in refused: the user ada, who has the entry ${dn}, has the e-mail address ${mail}. ${NOT_LINKED} ` +
          'correct the address of one of them',
      );
    },
  );

  it('advises to link a user without an identity of the directory', async () => {
    await addPerson(slapd, { uid: 'ada' });
    await addPerson(slapd, { uid: 'bea' });
    const local = await forge.seed.user({ email: 'ada@example.org' });
    await forge.root.post(`${local.at}/emails`, { email: 'bea@example.org' });
    for (const uid of ['ada', 'bea'])
      expect(await refusalOf(uid)).toBe(
        `sign-in refused: another user has the e-mail address ${uid}@example.org. ${LINK}`,
      );
  });
});
