import { DirectoryUnavailable } from '../../src/sign-in/ldap/directory-errors.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { configuredDirectory, everybody, find } from './configured.js';

const INVALID_CREDENTIALS = 49;
const INSUFFICIENT_ACCESS = 50;
const READER = 'cn=reader,dc=example,dc=org';

describe('A directory that takes the right to search away', () => {
  let directory: ScriptedDirectory;
  let page: Page;
  let binds: string[];
  /** How many binds of the account give it the right. */
  let needed: number;
  /** The result of a bind. */
  let bindCode: number;

  beforeEach(async () => {
    page = { uids: ['ada'], cookie: '', code: INSUFFICIENT_ACCESS };
    [binds, needed, bindCode] = [[], 2, 0];
    directory = await ScriptedDirectory.start([page], (dn) => {
      binds.push(dn);
      if (binds.length >= needed) page.code = 0;
      return bindCode === 0 ? null : { code: bindCode, text: '' };
    });
  });
  afterEach(() => directory.stop());

  const configured = (settings: Record<string, string>) =>
    configuredDirectory({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_TIMEOUT: '20' },
      ...settings,
    });
  const withReader = () => configured({ LDAP_BIND_DN: READER, LDAP_BIND_PASSWORD: 'password' });

  it('gets one more bind, and the search again', async () => {
    expect(await find(withReader(), 'ada')).toMatchObject({ usernames: ['ada'] });
    expect(binds).toEqual([READER, READER]);
  });

  it('gets them also for a search in pages', async () => {
    expect(await everybody(withReader())).toMatchObject([{ usernames: ['ada'] }]);
    expect(binds).toEqual([READER, READER]);
  });

  it('is unavailable if one more bind does not help', async () => {
    needed = 3;
    await expect(find(withReader(), 'ada')).rejects.toThrow(DirectoryUnavailable);
    expect(binds).toEqual([READER, READER]);
    expect(directory.cookies).toHaveLength(2);
  });

  it('gets no request after a bind that it refuses: the client would be anonymous', async () => {
    await withReader().withSession(async (session) => {
      bindCode = INVALID_CREDENTIALS;
      await expect(session.findByLogin('ada')).rejects.toThrow(
        `Directory ldapmain at ${directory.url}: it refuses LDAP_BIND_DN (${READER}) with LDAP_BIND_PASSWORD. ` +
          'Correct one of them.',
      );
      await expect(session.findByLogin('ada')).rejects.toThrow('it closed the connection');
    });
    expect(binds).toEqual([READER, READER]);
    expect(directory.cookies).toHaveLength(1);
  });

  it('gets no second bind of an anonymous client', async () => {
    await expect(find(configured({}), 'ada')).rejects.toThrow(DirectoryUnavailable);
    expect(binds).toEqual(['']);
  });
});
