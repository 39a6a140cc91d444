import { startSynchronized } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { useSlapd } from '../support/use-servers.js';
import { REFUSED, signIn, usernamesOf } from './directory-session.js';

const slapd = useSlapd();

/** Names that mean something in a filter, in a DN, in a username or to a program in C. */
const NAMES = [
  ...['*', 'a*', '*a', 'ad*', '(', ')', '\\', '\\2a', '\\61da', '&', '|', '!', '=', '~='],
  ...['*)(uid=*', 'ada)(|(uid=*', '*)(objectClass=*))(|(uid=*', '(uid=ada)'],
  ...['ada\\', 'ada\\2a', 'ada,ou=people', 'ada+cn=x', '#ada', '"ada"', 'ada;', '<ada>', 'a,b'],
  ...['admin', 'ghost', 'ada.git', '.', '..', '-', '-ada', 'ada.', 'ä', 'ß', '日本', '\u{1F600}'],
  ...['null', '__proto__', '%00', '\\00', '%', '_', '1', 'a/b', '../ada', 'ada ada', "ada'--"],
];

describe('POST /session with names that mean something', () => {
  let forge: Forge;

  beforeEach(async () => {
    forge = await startSynchronized(slapd);
  });
  afterEach(() => forge.close());

  const passwordOf = (name: string) => `password ${NAMES.indexOf(name)}`;

  it('returns 401 if no entry has the name, whatever it means in a filter', async () => {
    for (const uid of ['ada', 'bea']) await slapd.person({ uid, password: 'the password' });
    const answers = await Promise.all(NAMES.map((name) => signIn(forge, name, 'the password')));
    for (const answer of answers) expect(answer).toEqual(REFUSED);
    expect(await usernamesOf(forge)).toEqual(['root']);
  });

  it('gives each person an account of their own with a valid username', async () => {
    for (const [i, uid] of NAMES.entries())
      await slapd.person({ uid, mail: `person${i}@example.org`, password: passwordOf(uid) });
    const first = new Map<string, number>();
    for (const [i, name] of NAMES.entries()) {
      const { status, body } = await signIn(forge, name, passwordOf(name));
      expect([name, status, body]).toMatchObject([name, 201, { email: `person${i}@example.org` }]);
      expect(body.username).toMatch(/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/);
      first.set(name, body.id);
    }
    expect(new Set(first.values()).size).toBe(NAMES.length);
    for (const [i, name] of NAMES.entries()) {
      expect((await signIn(forge, name, passwordOf(name))).body.id).toBe(first.get(name));
      const address = `person${i}@example.org`;
      expect((await signIn(forge, address, passwordOf(name))).body.id).toBe(first.get(name));
    }
  });

  it.each(['ada\0', '\0', 'ada\0)(uid=*', '\ud800'])(
    'returns 400 for the login %j',
    async (login) => {
      await slapd.person({ uid: 'ada', password: 'the password' });
      const { status, body } = await signIn(forge, login, 'the password');
      expect([status, body]).toEqual([400, { message: { login: ['is invalid'] } }]);
    },
  );
});
