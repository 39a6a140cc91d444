import { startForge } from '../support/app.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { stateOf, synchronize } from './synchronized.js';

describe('A synchronization', () => {
  it('blocks a user whose entry is disabled in a page only if a direct lookup says so too', async () => {
    const pages: Page[] = [{ uids: ['ada'], cookie: '' }];
    const directory = await ScriptedDirectory.start(pages);
    const forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org' },
      ...{ LDAP_TIMEOUT: '2', LDAP_SYNC_EVERY: '0' },
    });
    try {
      const ada = await forge.seed.user({
        ...{ username: 'ada', name: 'ada', email: 'ada@example.org' },
        ...{ provider: 'ldapmain', extern_uid: 'uid=ada,dc=example,dc=org' },
      });
      await synchronize(forge);
      const [enabled] = pages as [Page];
      const disabled = { ...enabled, disabled: ['ada'] };
      pages[0] = disabled;
      directory.lookup = enabled;
      expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { blocked: 0 } });
      expect(await stateOf(forge, ada)).toBe('active');
      directory.lookup = disabled;
      expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { blocked: 1 } });
      expect(await stateOf(forge, ada)).toBe('ldap_blocked');
    } finally {
      await forge.close();
      await directory.stop();
    }
  });

  it('is held only for disabled users whose direct lookup says so too', async () => {
    const uids = ['ada', 'bea'];
    const enabled: Page = { uids, cookie: '' };
    const pages = [enabled];
    const directory = await ScriptedDirectory.start(pages);
    const forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_BLOCK_LIMIT: '1' },
      ...{ LDAP_TIMEOUT: '2', LDAP_SYNC_EVERY: '0' },
    });
    try {
      for (const uid of uids)
        await forge.seed.user({
          ...{ username: uid, name: uid, email: `${uid}@example.org` },
          ...{ provider: 'ldapmain', extern_uid: `uid=${uid},dc=example,dc=org` },
        });
      await synchronize(forge);
      pages[0] = { ...enabled, disabled: uids };
      directory.lookup = { ...enabled, disabled: ['ada'] };
      expect(await synchronize(forge)).toMatchObject({ held: null, counts: { blocked: 1 } });
      pages[0] = enabled;
      directory.lookup = enabled;
      expect(await synchronize(forge)).toMatchObject({ held: null, counts: { unblocked: 1 } });
      directory.lookup = pages[0] = { ...enabled, disabled: uids };
      const users = uids.map((username) => expect.objectContaining({ username }) as unknown);
      expect((await synchronize(forge)).held).toEqual({
        ...{ wouldBlock: 2, limit: 1, knowsNoId: false, users },
      });
    } finally {
      await forge.close();
      await directory.stop();
    }
  });

  it('fails if it would block more users than the limit after it has counted them', async () => {
    const uids = ['ada', 'bea'];
    const pages: Page[] = [{ uids, cookie: '' }];
    const directory = await ScriptedDirectory.start(pages);
    const forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_BLOCK_LIMIT: '1' },
      ...{ LDAP_TIMEOUT: '2', LDAP_SYNC_EVERY: '0' },
    });
    try {
      for (const uid of uids)
        await forge.seed.user({
          ...{ username: uid, name: uid, email: `${uid}@example.org` },
          ...{ provider: 'ldapmain', extern_uid: `uid=${uid},dc=example,dc=org` },
        });
      await synchronize(forge);
      const onProgress = () => (pages[0] = { uids, cookie: '', disabled: uids });
      const report = await synchronize(forge, { onProgress });
      expect(report.failed).toMatch(
        /^The directory changed during the run: it would now block more than 1 users\./,
      );
      expect(report.counts.blocked).toBe(1);
    } finally {
      await forge.close();
      await directory.stop();
    }
  });
});
