import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import type { SeededUser } from '../support/seed.js';
import { limitsOf, stateOf, synchronize } from './synchronized.js';

describe('A synchronization', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;
  let pages: Page[];
  let enabled: Page;

  /** Starts a service that has found the entries of these people. */
  async function start(uids: string[], settings: Record<string, string> = {}) {
    enabled = { uids, cookie: '' };
    pages = [enabled];
    directory = await ScriptedDirectory.start(pages);
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org' },
      ...{ LDAP_TIMEOUT: '20', LDAP_SYNC_EVERY: '0' },
      ...settings,
    });
    const users: SeededUser[] = [];
    for (const uid of uids)
      users.push(
        await forge.seed.user({
          ...{ username: uid, name: uid, email: `${uid}@example.org` },
          ...{ provider: 'ldapmain', extern_uid: `uid=${uid},dc=example,dc=org` },
        }),
      );
    await synchronize(forge);
    return users;
  }
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  it('blocks a user whose entry is disabled in a page only if a direct lookup says so too', async () => {
    const [ada] = (await start(['ada'])) as [SeededUser];
    const disabled = { ...enabled, disabled: ['ada'] };
    pages[0] = disabled;
    directory.lookup = enabled;
    expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { blocked: 0 } });
    expect(await stateOf(forge, ada)).toBe('active');
    directory.lookup = disabled;
    expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { blocked: 1 } });
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
  });

  /** A service with a user who was blocked because the entry was disabled. */
  async function startBlocked(): Promise<SeededUser> {
    const [ada] = (await start(['ada'])) as [SeededUser];
    directory.lookup = pages[0] = { ...enabled, disabled: ['ada'] };
    expect((await synchronize(forge)).counts.blocked).toBe(1);
    return ada;
  }

  it('unblocks a user whose entry is enabled in a page only if a direct lookup says so too', async () => {
    const ada = await startBlocked();
    pages[0] = enabled;
    for (const dryRun of [true, false]) {
      const report = await synchronize(forge, { dryRun });
      expect(report).toMatchObject({ failed: null, counts: { unblocked: 0, conflicts: 0 } });
      expect(await stateOf(forge, ada)).toBe('ldap_blocked');
    }
    directory.lookup = enabled;
    expect((await synchronize(forge, { dryRun: true })).counts.unblocked).toBe(1);
    expect(await stateOf(forge, ada)).toBe('ldap_blocked');
    expect((await synchronize(forge)).counts.unblocked).toBe(1);
    expect(await stateOf(forge, ada)).toBe('active');
  });

  it('unblocks no user whose entry is enabled in a page and gone when it is looked up', async () => {
    const ada = await startBlocked();
    pages[0] = enabled;
    directory.lookup = { uids: ['bea'], cookie: '' };
    for (const dryRun of [true, false]) {
      const report = await synchronize(forge, { dryRun });
      expect(report).toMatchObject({ failed: null, counts: { unblocked: 0, conflicts: 0 } });
      expect(await stateOf(forge, ada)).toBe('ldap_blocked');
    }
  });

  it('unblocks no user who was blocked after the page was read', async () => {
    const [, bea] = (await start(['ada', 'bea'])) as [SeededUser, SeededUser];
    pages[0] = { ...enabled, disabled: ['ada'], mails: { bea: 'new@example.org' } };
    const onProgress = () => {
      directory.holdSearches();
    };
    const run = synchronize(forge, { onProgress });
    // The page that the run applies, then the lookup of ada, whose turn is before bea's.
    for (let search = 1; search <= 2; search++) {
      while (directory.heldSearches === 0) await delay(10);
      if (search === 2) await ldapBlock(forge, bea);
      directory.answerSearches();
      if (search === 1) directory.holdSearches();
    }
    expect(await run).toMatchObject({ failed: null, counts: { unblocked: 0, changed: 1 } });
    expect(await stateOf(forge, bea)).toBe('ldap_blocked');
  });

  it('is held only for disabled users whose direct lookup says so too', async () => {
    const uids = ['ada', 'bea'];
    await start(uids, { LDAP_BLOCK_LIMIT: '1' });
    pages[0] = { ...enabled, disabled: uids };
    directory.lookup = { ...enabled, disabled: ['ada'] };
    expect(await synchronize(forge)).toMatchObject({ held: null, counts: { blocked: 1 } });
    pages[0] = enabled;
    directory.lookup = enabled;
    expect(await synchronize(forge)).toMatchObject({ held: null, counts: { unblocked: 1 } });
    directory.lookup = pages[0] = { ...enabled, disabled: uids };
    const users = uids.map((username) => expect.objectContaining({ username }) as unknown);
    expect((await synchronize(forge)).held).toEqual({
      ...{
        wouldBlock: 2,
        isUpperBound: false,
        limit: 1,
        knowsNoId: false,
        users,
      },
    });
  });

  it('looks up no more users than the report lists once it is held, and counts the others', async () => {
    const uids = Array.from({ length: 8 }, (_, n) => `person${n}`);
    await start(uids, { LDAP_BLOCK_LIMIT: '1' });
    limitsOf(forge).heldLookups = 4;
    directory.lookup = pages[0] = { ...enabled, disabled: uids };
    directory.cookies.length = 0;
    const { held, counts } = await synchronize(forge);
    expect(held).toMatchObject({ wouldBlock: 8, isUpperBound: true, limit: 1 });
    expect([held?.users.length, counts.blocked]).toEqual([4, 0]);
    // One reading, and two searches for each of four users.
    expect(directory.cookies).toHaveLength(9);
    const { warnings } = (await forge.anonymous.get<{ warnings: string[] }>(`${forge.url}/health`))
      .body;
    expect(warnings.join()).toContain('it would block up to 8 users, and the limit is 1');
    expect((await synchronize(forge, { confirm: 8 })).counts.blocked).toBe(8);
  });

  it('fails if it would block more users than the limit after it has counted them', async () => {
    const uids = ['ada', 'bea'];
    await start(uids, { LDAP_BLOCK_LIMIT: '1' });
    const onProgress = () => (pages[0] = { ...enabled, disabled: uids });
    const report = await synchronize(forge, { onProgress });
    expect(report.failed).toMatch(
      /^The directory changed during the run: it would now block more than 1 users\./,
    );
    expect(report.counts.blocked).toBe(1);
  });
});
