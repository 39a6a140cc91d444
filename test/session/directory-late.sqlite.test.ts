import { setTimeout as delay } from 'node:timers/promises';
import { stateOf } from '../directory-sync/synchronized.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import type { SeededUser } from '../support/seed.js';
import { REFUSED, signIn } from './directory-session.js';

describe('POST /session for a local login whose entry belongs to another user', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;
  let linked: SeededUser;
  const lookup: Page = { uids: ['ada'], mails: { ada: 'ada2@example.org' }, cookie: '' };

  beforeEach(async () => {
    directory = await ScriptedDirectory.start([lookup]);
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
      // The longest: no test waits for it.
      LDAP_TIMEOUT: '60',
    });
    await forge.seed.user({ username: 'ada' });
    linked = await forge.seed.user({
      ...{ username: 'ada2', name: 'ada', email: 'ada2@example.org' },
      ...{ provider: 'ldapmain', extern_uid: 'uid=ada,dc=example,dc=org' },
    });
    await ldapBlock(forge, linked);
  });
  afterEach(async () => {
    directory.answerSearches();
    await forge.close();
    await directory.stop();
  });

  const held = async (count: number) => {
    while (directory.heldSearches < count) await delay(10);
  };

  it('signs the other user in', async () => {
    const { status, body } = await signIn(forge, 'ada');
    expect([status, body.username]).toEqual([201, 'ada2']);
    expect(await stateOf(forge, linked)).toBe('active');
  });

  it('gets a recorded 401 if the directory answers too late, which changes nothing', async () => {
    directory.holdSearches();
    const answer = signIn(forge, 'ada');
    await held(1);
    directory.answerSearches();
    // The search after the bind.
    directory.holdSearches();
    expect(await answer).toEqual(REFUSED);
    directory.answerSearches();
    await directory.isLeft();
    expect(await stateOf(forge, linked)).toBe('ldap_blocked');
    const { body } = await forge.root.get('/audit_events?action=session.failed');
    expect(body).toMatchObject([{ action: 'session.failed', subject_type: 'user' }]);
  });

  it('does not keep another local user from signing in while it waits', async () => {
    directory.lookup = { uids: [], cookie: '' };
    directory.holdSearches();
    let hasAnswer = false;
    const waiting = signIn(forge, 'nobody').finally(() => (hasAnswer = true));
    await held(1);
    const { status } = await signIn(forge, ROOT.username, ROOT.password);
    expect([status, hasAnswer]).toEqual([201, false]);
    directory.answerSearches();
    expect(await waiting).toEqual(REFUSED);
  });
});
