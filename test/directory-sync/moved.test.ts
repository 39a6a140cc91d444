import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { ScriptedDirectory } from '../support/scripted-directory.js';
import { synchronize } from './synchronized.js';

describe('A synchronization that lists a moved entry', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;

  beforeEach(async () => {
    directory = await ScriptedDirectory.start([{ uids: ['ada'], cookie: '' }]);
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
    });
  });
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  it('reports that a search by the unique id does not find the entry', async () => {
    const dn = 'uid=ada,ou=former,dc=example,dc=org';
    const ada = await forge.seed.user({
      ...{ username: 'ada', name: 'ada', email: 'ada@example.org' },
      ...{ provider: 'ldapmain', extern_uid: dn },
    });
    await write(forge, "UPDATE identities SET unique_id = 'id-of-ada' WHERE user_id = :id", {
      id: ada.id,
    });
    directory.lookup = { uids: [], cookie: '' };
    const reason = 'the directory does not find the entry by its unique id';
    expect(await synchronize(forge)).toMatchObject({
      ...{ failed: null, counts: { changed: 0, conflicts: 1 } },
      conflicts: [{ username: 'ada', dn, reason }],
    });
  });
});
