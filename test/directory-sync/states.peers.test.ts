import { startForge, type Forge } from '../support/app.js';
import { Slapd } from '../support/slapd.js';
import { settingsOf } from '../directory/configured.js';
import { DirectorySync } from '../../src/directory-sync/directory-sync.service.js';

describe('A synchronization', () => {
  let slapd: Slapd;
  let forge: Forge;
  beforeAll(async () => {
    slapd = await Slapd.start();
    forge = await startForge({ ...settingsOf(slapd), LDAP_SYNC_EVERY: '0' });
  });
  afterAll(async () => {
    await forge.close();
    await slapd.stop();
  });

  it('works', async () => {
    const dn = await slapd.person({ uid: 'ada' });
    const other = await slapd.person({ uid: 'bea' });
    const ada = await forge.seed.user({ username: 'ada', provider: 'ldapmain', extern_uid: dn });
    const bea = await forge.seed.user({ username: 'bea', provider: 'ldapmain', extern_uid: other });
    const sync = forge.app.get(DirectorySync, { strict: false });
    console.log(JSON.stringify(await sync.run('ldapmain', { dryRun: true }), null, 1));
    console.log(JSON.stringify(await sync.run('ldapmain'), null, 1));
    console.log(JSON.stringify((await sync.run('ldapmain')).counts, null, 1));
    await slapd.expire(dn);
    console.log(JSON.stringify(await sync.run('ldapmain')));
    await slapd.remove(other);
    await slapd.expire(dn, null);
    console.log(JSON.stringify(await sync.run('ldapmain')));
    console.log(JSON.stringify(await sync.run('ldapmain')));
    console.log((await forge.root.get(bea.at)).body);
  });
});
