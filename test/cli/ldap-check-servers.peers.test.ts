import { settingsOf } from '../directory/configured.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { useSlapd } from '../support/use-servers.js';

const slapd = useSlapd({ keepEntries: true });

describe('forgenote ldap check with several servers', () => {
  let program: Program;

  beforeAll(async () => {
    await slapd.person({ uid: 'ada' });
  });
  beforeEach(() => (program = new Program()));
  afterEach(() => program.remove());

  const check = (...urls: string[]) => {
    program.start({ ...settingsOf(slapd), LDAP_URL: urls.join(',') }, 'ldap', 'check');
    return program.exit();
  };

  it('says what is wrong with each server that does not work', async () => {
    const [refused, unknown] = [`ldap://127.0.0.1:${await freePort()}`, 'ldap://directory.invalid'];
    expect(await check(slapd.url, refused, unknown)).toBe(65);
    expect(program.stdout).toContain('Directory ldapmain: connected');
    expect(program.stderr).toBe(
      `Directory ldapmain at ${refused}: nothing listens there. Start the directory, or correct LDAP_URL.\n` +
        `Directory ldapmain at ${unknown}: the host name is unknown. Correct LDAP_URL.\n`,
    );
  });

  it('exits with 0 if all work', async () => {
    expect(await check(slapd.url, slapd.url.replace('127.0.0.1', 'localhost'))).toBe(0);
    expect(program.stderr).toBe('');
  });
});
