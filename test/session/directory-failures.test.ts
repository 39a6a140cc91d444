import { startForge, ROOT, type Forge } from '../support/app.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { PASSWORD, REFUSED, signIn, UNAVAILABLE } from './directory-session.js';

const INVALID_CREDENTIALS = 49;

describe('A failed sign-in with a directory', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;
  /** The DNs of the binds, in their order. */
  const binds: string[] = [];
  /** The result of a bind with the DN of an entry that does not exist. */
  let decoyCode = INVALID_CREDENTIALS;
  /** The result of the bind of every person, if it is not null. */
  let everybodyCode: number | null = null;

  beforeAll(async () => {
    const page: Page = { uids: ['ada'], cookie: '' };
    directory = await ScriptedDirectory.start([page], (dn, password) => {
      binds.push(dn);
      if (everybodyCode !== null && dn !== '') return { code: everybodyCode, text: '' };
      if (dn.startsWith('cn=')) return { code: decoyCode, text: '' };
      return dn === '' || password === PASSWORD ? null : { code: INVALID_CREDENTIALS, text: '' };
    });
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
      LDAP_TIMEOUT: '10',
    });
    expect((await signIn(forge, 'ada')).status).toBe(201);
  });
  afterAll(async () => {
    await (forge as Forge | undefined)?.close();
    await (directory as ScriptedDirectory | undefined)?.stop();
  });

  afterEach(() => {
    decoyCode = INVALID_CREDENTIALS;
    everybodyCode = null;
  });

  const entries = (...uids: string[]): Page => ({ uids, cookie: '' });
  const disabled = (uid: string): Page => ({ ...entries(uid), disabled: [uid] });

  // The time of a response depends on this work.
  it.each([
    ['an unknown login', 'nobody', 'wrong', entries()],
    ['the wrong password of a user', 'ada', 'wrong', entries('ada')],
    ['the wrong password of a person without an account', 'bea', 'wrong', entries('bea')],
    ['a disabled entry', 'eve', PASSWORD, disabled('eve')],
    ['two entries with the login', 'bea', PASSWORD, entries('bea', 'cleo')],
    ['the wrong password of a local user', ROOT.username, 'wrong', entries()],
    ['an entry with the login of a local user', ROOT.username, PASSWORD, entries('root')],
  ])('costs the directory one search and two binds for %s', async (_, login, password, page) => {
    directory.lookup = page;
    const [searches, earlier] = [directory.cookies.length, binds.length];
    expect(await signIn(forge, login, password)).toEqual(REFUSED);
    const [reader, person] = binds.slice(earlier);
    expect(reader).toBe('');
    expect(person).toMatch(/,dc=example,dc=org$/);
    expect([directory.cookies.length - searches, binds.length - earlier]).toEqual([1, 2]);
  });

  it.each([
    ['nobody', entries()],
    ['another person', entries('bea')],
  ])(
    'costs one more search if the entry of a user is gone, and %s has the login',
    async (_, page) => {
      directory.lookup = page;
      const [searches, earlier] = [directory.cookies.length, binds.length];
      expect(await signIn(forge, 'ada', PASSWORD)).toEqual(REFUSED);
      expect(directory.cookies.length - searches).toBe(2);
      const [, person, ...others] = binds.slice(earlier);
      expect([others, person]).toEqual([[], expect.stringMatching(/^cn=\w+,dc=example,dc=org$/)]);
    },
  );

  it.each([
    ['NoSuchObject', 32],
    ['InvalidDNSyntax', 34],
    ['NamingViolation, as lldap does', 64],
    ['Other', 80],
    ['an unknown code', 4_097],
  ])('gets 401 if the directory refuses unknown DNs with %s', async (_, code) => {
    decoyCode = code;
    directory.lookup = entries();
    expect(await signIn(forge, 'nobody', 'wrong')).toEqual(REFUSED);
  });

  it.each([
    ['OperationsError', 1],
    ['TimeLimitExceeded', 3],
    ['StrongAuthRequired', 8],
    ['AdminLimitExceeded', 11],
    ['ConfidentialityRequired', 13],
    ['Busy', 51],
    ['Unavailable', 52],
  ])('gets 503, whoever exists, if the directory refuses everybody with %s', async (_, code) => {
    everybodyCode = code;
    directory.lookup = entries('ada');
    expect(await signIn(forge, 'ada')).toEqual(UNAVAILABLE);
    directory.lookup = entries();
    expect(await signIn(forge, 'nobody')).toEqual(UNAVAILABLE);
  });
});

describe('A sign-in beyond the limit of the account while the directory does not respond', () => {
  it('gets the status and headers of an unknown login from an address that has signed in', async () => {
    const directory = await ScriptedDirectory.start(
      [{ uids: ['ada'], cookie: '' }],
      (_, password) =>
        password === PASSWORD || password === '' ? null : { code: INVALID_CREDENTIALS, text: '' },
    );
    const forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
      ...{ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '1000', RATE_LIMIT_FAILED_SIGN_INS: '1' },
    });
    try {
      expect((await signIn(forge, 'ada')).status).toBe(201);
      expect(await signIn(forge, 'ada', 'wrong')).toEqual(REFUSED);
      directory.lookup = { uids: [], cookie: '' };
      expect(await signIn(forge, 'nobody', 'wrong')).toEqual(REFUSED);
      await directory.stop();
      const shown = [];
      for (const login of ['ada', 'nobody']) {
        const { status, body, headers } = await signIn(forge, login, 'wrong');
        const names = ['RateLimit-Limit', 'RateLimit-Remaining'];
        shown.push([status, body, ...names.map((name) => headers.get(name))]);
      }
      const refused = [429, { message: '429 Too Many Requests - Retry later' }, '1', '0'];
      expect(shown).toEqual([refused, refused]);
    } finally {
      await forge.close();
    }
  });
});
