import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { recordLog } from '../support/log.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import type { SeededUser } from '../support/seed.js';
import { checked, limitsOf, stateOf, synchronize } from './synchronized.js';

const HOUR_MS = 3_600_000;

describe('A check on use', () => {
  let directory: ScriptedDirectory;
  let forge: Forge;
  let ada: SeededUser;
  let bea: SeededUser;
  const lookup: Page = { uids: ['ada', 'bea'], cookie: '' };

  beforeEach(async () => {
    directory = await ScriptedDirectory.start([{ uids: ['ada', 'bea'], cookie: '' }]);
    directory.lookup = lookup;
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
      // The longest: no test waits for it.
      LDAP_TIMEOUT: '60',
    });
    [ada, bea] = [await member('ada'), await member('bea')];
    await synchronize(forge);
  });
  afterEach(async () => {
    directory.answerSearches();
    await forge.close();
    await directory.stop();
  });

  const member = (uid: string) =>
    forge.seed.user({
      ...{ username: uid, name: uid, email: `${uid}@example.org` },
      ...{ provider: 'ldapmain', extern_uid: `uid=${uid},dc=example,dc=org` },
    });
  /** As if the last check of everybody were as long ago. */
  const age = (ms: number) =>
    write(forge, 'UPDATE identities SET checked_at = :then', { then: Date.now() - ms });
  const use = async ({ client }: SeededUser) => (await client.get('/user')).status;
  const disable = (...uids: string[]) => (directory.lookup = { ...lookup, disabled: uids });
  const until = async (condition: () => boolean | Promise<boolean>) => {
    while (!(await condition())) await delay(20);
  };
  const isBlocked = async (user: SeededUser) => (await stateOf(forge, user)) === 'ldap_blocked';
  /** Uses the token again and again until a check has blocked the user. */
  const useUntilBlocked = (user: SeededUser) =>
    until(async () => {
      await use(user);
      await checked(forge);
      return isBlocked(user);
    });

  it('never delays a request: responses arrive while the lookup has none', async () => {
    await age(2 * HOUR_MS);
    disable('ada', 'bea');
    directory.holdSearches();
    let isOver = false;
    expect(await use(ada)).toBe(200);
    await until(() => directory.heldSearches === 1);
    const check = checked(forge).then(() => (isOver = true));
    // During the lookup: the same user, and another one whose check is due.
    for (const user of [ada, bea, ada]) expect(await use(user)).toBe(200);
    expect([await stateOf(forge, ada), await stateOf(forge, bea)]).toEqual(['active', 'active']);
    // The client still waits for the response to the lookup, so no request has waited for it.
    expect([directory.heldSearches, isOver]).toEqual([1, false]);
    directory.answerSearches();
    await check;
    expect([await isBlocked(ada), await isBlocked(bea)]).toEqual([true, true]);
  });

  it('comes when the last check is an hour old, also after a use shortly before', async () => {
    disable('ada');
    const soon = 2_000;
    await age(HOUR_MS - soon);
    expect(await use(ada)).toBe(200);
    await checked(forge);
    await useUntilBlocked(ada);
  });

  it('comes soon after an administrator has unblocked the user', async () => {
    limitsOf(forge).retryMs = 20;
    await age(2 * HOUR_MS);
    disable('ada');
    await forge.root.put(`${ada.at}/block`);
    expect(await use(ada)).toBe(401);
    await checked(forge);
    expect(await stateOf(forge, ada)).toBe('blocked');
    await forge.root.put(`${ada.at}/unblock`);
    await useUntilBlocked(ada);
  });

  it('is repeated after a check that failed', async () => {
    limitsOf(forge).retryMs = 20;
    await age(2 * HOUR_MS);
    const busy = 51;
    directory.lookup = { ...lookup, code: busy, disabled: ['ada'] };
    expect(await use(ada)).toBe(200);
    await checked(forge);
    expect(await stateOf(forge, ada)).toBe('active');
    disable('ada');
    await useUntilBlocked(ada);
  });

  it('says in the log how many users of the directory could not be checked', async () => {
    const local = await forge.seed.user({ username: 'cleo' });
    await age(2 * HOUR_MS);
    directory.holdSearches();
    expect(await use(ada)).toBe(200);
    await until(() => directory.heldSearches === 1);
    // Both wait for the same connection, which the directory refuses.
    for (const user of [bea, local]) expect(await use(user)).toBe(200);
    const stopped = directory.stop();
    const log = recordLog();
    directory.answerSearches();
    await checked(forge).finally(log.stop);
    expect(log.lines).toMatchObject([{ level: 'warn', provider: 'ldapmain', users: 1 }]);
    await stopped;
  });

  it('says in the log that the last active administrator has to stay', async () => {
    await forge.root.put(ada.at, { admin: true });
    await write(forge, "UPDATE users SET state = 'blocked' WHERE id = 1", {});
    await age(2 * HOUR_MS);
    disable('ada');
    const log = recordLog();
    await use(ada);
    await checked(forge).finally(log.stop);
    const reason = 'the last active administrator has to stay';
    expect(log.lines).toMatchObject([{ level: 'warn', username: 'ada', reason }]);
    expect((await ada.client.get('/user')).status).toBe(200);
  });
});
