import { startForge, ROOT, type Forge } from '../support/app.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { PASSWORD, REFUSED, signIn } from './directory-session.js';

const INVALID_CREDENTIALS = 49;

describe('A failed sign-in with a directory', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;
  /** The DNs of the binds, in their order. */
  const binds: string[] = [];

  beforeAll(async () => {
    const page: Page = { uids: ['ada'], cookie: '' };
    directory = await ScriptedDirectory.start([page], (dn, password) => {
      binds.push(dn);
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
});
