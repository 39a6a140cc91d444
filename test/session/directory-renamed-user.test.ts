import { startForge, type Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { ScriptedDirectory } from '../support/scripted-directory.js';
import { REFUSED, signIn, UNAVAILABLE } from './directory-session.js';

const DN = 'uid=ada,dc=example,dc=org';

describe('POST /session with a username that an administrator has given to a user of a directory', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;
  let id: number;

  beforeEach(async () => {
    directory = await ScriptedDirectory.start([{ uids: ['ada'], cookie: '' }]);
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
    });
    id = (await signIn(forge, 'ada')).body.id;
    await forge.root.put(`/users/${id}`, { username: 'countess' });
  });
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  it('signs the user in if the directory finds nobody with it, and refers to another server', async () => {
    directory.nobody = 'countess';
    expect((await signIn(forge, 'countess')).body).toMatchObject({ id, username: 'countess' });
  });

  it('gets 503 if the entry of the user is gone too', async () => {
    directory.nobody = 'countess';
    directory.lookup = { uids: [], cookie: '' };
    expect(await signIn(forge, 'countess')).toEqual(UNAVAILABLE);
  });

  it('gets 401 if several entries have it, and the log has the DN of the user', async () => {
    directory.lookup = { uids: ['ada', 'bea'], cookie: '' };
    const log = recordLog();
    expect(await signIn(forge, 'countess').finally(log.stop)).toEqual(REFUSED);
    const message = 'More than one entry of the directory has this username or e-mail address';
    expect(log.lines).toMatchObject([{ level: 'warn', provider: 'ldapmain', dn: DN, message }]);
  });
});
