import { SyncRunning } from '../../src/sign-in/directory-sync/sync-lease.js';
import { settingsOf } from '../directory/configured.js';
import type { Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { sql } from '../support/internals.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { useSlapd } from '../support/use-servers.js';
import {
  foundMembers,
  limitsOf,
  recordsOf,
  startSynchronized,
  statesOf,
  synchronize,
  type Member,
} from './synchronized.js';

const slapd = useSlapd();

describe('Two instances', () => {
  let database: FreshDatabase;
  let one: Forge;
  let other: Forge;
  let members: Member[];

  beforeEach(async () => {
    database = await freshDatabase();
    const settings = { DATABASE_URL: database.url, LDAP_TIMEOUT: '20' };
    one = await startSynchronized(slapd, settings);
    other = await startSynchronized(slapd, settings);
    for (const forge of [one, other])
      Object.assign(limitsOf(forge), { renewalMs: 100, abandonedMs: 10_000, pollMs: 20 });
    members = await foundMembers(one, slapd, 'person', 5);
  });
  afterEach(() => {
    slapd.resume();
  });
  afterEach(() => Promise.all([one.close(), other.close()]));
  afterEach(() => database.drop());

  const owner = async () => {
    const [row] = await sql<{ lease_owner: string }>(one, 'SELECT lease_owner FROM directories');
    return row?.lease_owner ?? '';
  };
  const untilHeld = async () => {
    while ((await owner()) === '') await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const expireAll = async () => {
    for (const { dn } of members) await slapd.expire(dn);
  };
  /** Everybody was blocked, and once. */
  const expectBlockedOnce = async () => {
    expect(await statesOf(one, members)).toEqual(members.map(() => 'ldap_blocked'));
    for (const member of members) {
      const actions = (await recordsOf(one, member)).map(({ action }) => action);
      expect(actions).toEqual(['user.updated', 'user.blocked']);
    }
    expect(await owner()).toBe('');
  };

  it('do not synchronize at the same time: the second says who does', async () => {
    await expireAll();
    slapd.pause();
    const first = synchronize(one);
    await untilHeld();
    const holder = await owner();
    await expect(synchronize(other)).rejects.toThrow(new SyncRunning('ldapmain', holder));
    slapd.resume();
    expect(await first).toMatchObject({ run: holder, failed: null, counts: { blocked: 5 } });
    await expectBlockedOnce();
  });

  it('that start together change each user once', async () => {
    await expireAll();
    const runs = await Promise.allSettled(
      [one, other, one, other].map((forge) => synchronize(forge)),
    );
    const reports = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
    expect(reports.reduce((sum, { counts }) => sum + counts.blocked, 0)).toBe(5);
    expect(reports.map(({ failed }) => failed)).toEqual(reports.map(() => null));
    await expectBlockedOnce();
  });

  it('hand over when one no longer renews its lease: it stops before its next write', async () => {
    await expireAll();
    limitsOf(one).renewalMs = 60_000;
    limitsOf(other).abandonedMs = 500;
    slapd.pause();
    const first = synchronize(one);
    await untilHeld();
    const holder = await owner();
    const second = synchronize(other);
    while ((await owner()) === holder) await new Promise((resolve) => setTimeout(resolve, 10));
    slapd.resume();
    expect(await first).toMatchObject({
      failed: 'Another process took over the synchronization, because this one did not respond.',
      counts: { blocked: 0 },
    });
    expect(await second).toMatchObject({ failed: null, counts: { blocked: 5 } });
    await expectBlockedOnce();
  });

  it('hand over when one was killed, and the next run continues', async () => {
    await expireAll();
    // The program renews its lease every 2 s.
    limitsOf(one).abandonedMs = 5_000;
    slapd.pause();
    const program = new Program();
    const settings = { ...settingsOf(slapd), LDAP_TIMEOUT: '20', DATABASE_URL: database.url };
    program.start(
      { ...settings, SECRET_KEY: 'a secret key that is known to everybody' },
      'ldap',
      'sync',
    );
    await untilHeld();
    await expect(synchronize(one)).rejects.toThrow(SyncRunning);
    await program.remove();
    slapd.resume();
    expect(await synchronize(one)).toMatchObject({ failed: null, counts: { blocked: 5 } });
    await expectBlockedOnce();
  });

  it('stop at once during a run, also if the directory does not respond', async () => {
    await expireAll();
    slapd.pause();
    const stop = new AbortController();
    const first = synchronize(one, { signal: stop.signal });
    await untilHeld();
    stop.abort();
    expect(await first).toMatchObject({ failed: 'The run was stopped. The next one continues.' });
    expect(await owner()).toBe('');
    slapd.resume();
    expect(await synchronize(other)).toMatchObject({ failed: null, counts: { blocked: 5 } });
  });
});

describe('The service', () => {
  it('synchronizes every LDAP_SYNC_EVERY seconds', async () => {
    const forge = await startSynchronized(slapd, { LDAP_SYNC_EVERY: '1' });
    const untilState = async (member: Member, state: string) => {
      while ((await statesOf(forge, [member]))[0] !== state)
        await new Promise((resolve) => setTimeout(resolve, 50));
    };
    try {
      await slapd.person({ uid: 'eve' });
      const [ada] = (await foundMembers(forge, slapd, 'ada', 1)) as [Member];
      await slapd.expire(ada.dn);
      await untilState(ada, 'ldap_blocked');
      await slapd.expire(ada.dn, null);
      await untilState(ada, 'active');
    } finally {
      await forge.close();
    }
  });

  it('synchronizes while another instance cannot reach the directory', async () => {
    const closed = await freePort();
    // The healthy instance always finds a failed run of the other one since it last looked.
    const healthy = await startSynchronized(slapd, { LDAP_SYNC_EVERY: '3' });
    const cutOff = await startSynchronized(slapd, {
      ...{ DATABASE_URL: healthy.settings.DATABASE_URL, LDAP_SYNC_EVERY: '1' },
      LDAP_URL: `ldap://127.0.0.1:${closed}`,
    });
    const until = async (condition: () => Promise<boolean>) => {
      while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    try {
      const [bea] = (await foundMembers(healthy, slapd, 'bea', 1)) as [Member];
      await until(async () => {
        const rows = await sql(healthy, 'SELECT last_run FROM directories');
        return JSON.stringify(rows).includes('nothing listens there');
      });
      await slapd.expire(bea.dn);
      await until(async () => (await statesOf(healthy, [bea]))[0] === 'ldap_blocked');
    } finally {
      await cutOff.close();
      await healthy.close();
    }
  });
});
