import { signIn } from '../session/directory-session.js';
import { startForge, type Forge } from '../support/app.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { synchronize } from './synchronized.js';

const INAPPROPRIATE_MATCHING = 18;

describe('LDAP_ADMIN_FILTER that the directory refuses', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;

  beforeEach(async () => {
    const page: Page = { uids: ['ada'], cookie: '' };
    directory = await ScriptedDirectory.start([page]);
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
      LDAP_ADMIN_FILTER: '(employeeType=operator)',
    });
  });
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  it.each([INAPPROPRIATE_MATCHING, 4])(
    'changes nobody, and warns, with result code %i',
    async (code) => {
      expect((await signIn(forge, 'ada')).body.is_admin).toBe(true);
      directory.refused = { text: 'operator', code };
      const { failed, counts, warnings } = await synchronize(forge);
      expect({ failed, changed: counts.changed }).toEqual({ failed: null, changed: 0 });
      expect(warnings).toEqual([
        expect.stringMatching(/^LDAP_ADMIN_FILTER changes nobody\. Directory ldapmain at ldap:/),
      ]);
      const { status, body } = await signIn(forge, 'ada');
      expect([status, body.is_admin]).toEqual([201, true]);
    },
  );

  it('fails the run if the directory does not respond to it', async () => {
    directory.refused = { text: 'operator', code: 51 };
    expect(await synchronize(forge)).toMatchObject({ failure: 'unavailable', warnings: [] });
  });
});
