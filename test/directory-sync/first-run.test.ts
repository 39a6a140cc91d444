import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import { sql } from '../support/internals.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { synchronize } from './synchronized.js';

/** More than are linked at once. */
const COUNT = 250;
const uids = Array.from({ length: COUNT }, (_, n) => `person${n}`);

interface Linked {
  username: string;
  unique_id: string | null;
}

let directory: ScriptedDirectory;
let forge: Forge;

async function start(...pages: Page[]): Promise<void> {
  directory = await ScriptedDirectory.start(pages);
  forge = await startForge({
    ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org' },
    ...{ LDAP_TIMEOUT: '10', LDAP_SYNC_EVERY: '0' },
  });
  for (const uid of pages.flatMap((page) => page.uids))
    await forge.seed.user({
      ...{ username: uid, name: uid, email: `${uid}@example.org` },
      ...{ provider: 'ldapmain', extern_uid: `uid=${uid},dc=example,dc=org` },
    });
}
afterEach(async () => {
  await forge.close();
  await directory.stop();
});

const links = () =>
  sql<Linked>(
    forge,
    'SELECT username, unique_id FROM identities i JOIN users u ON u.id = i.user_id ORDER BY u.id',
  );
/** The usernames with a record of a run, once for each record. */
async function recorded(): Promise<string[]> {
  const events = await sql<{ details: string }>(
    forge,
    "SELECT details FROM audit_events WHERE origin = 'ldapmain' ORDER BY subject_id",
  );
  return events.map(({ details }) => (JSON.parse(details) as { username: string }).username);
}
const linked = (username: string): Linked => ({ username, unique_id: `id-of-${username}` });

describe('The first run', () => {
  it('links each of many users to its own entry, and records each once', async () => {
    await start({ uids, cookie: '' });
    expect(await synchronize(forge)).toMatchObject({
      failed: null,
      counts: { changed: COUNT, conflicts: 0 },
    });
    expect(await links()).toEqual(uids.map(linked));
    expect(await recorded()).toEqual(uids);
    // Three readings of the whole directory, and no search for single users.
    expect(directory.cookies).toHaveLength(3);
    expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { changed: 0 } });
    expect(await recorded()).toEqual(uids);
  });

  it('links nobody whose unique id several entries have, without a search for each of them', async () => {
    const repeated = uids.slice(0, 100);
    const uniqueIds = Object.fromEntries(repeated.map((uid) => [uid, 'repeated']));
    await start({ uids, uniqueIds, cookie: '' });
    expect(await synchronize(forge)).toMatchObject({
      failed: null,
      counts: { changed: COUNT - repeated.length, conflicts: repeated.length },
    });
    expect(await links()).toEqual(
      uids.map((uid) =>
        repeated.includes(uid) ? { username: uid, unique_id: null } : linked(uid),
      ),
    );
    expect(directory.cookies).toHaveLength(3);
  });

  it('records that an unconfirmed address of another user gives way', async () => {
    const email = 'new@example.org';
    await start({ uids: ['ada'], mails: { ada: email }, cookie: '' });
    const bob = await forge.seed.user();
    await sql(
      forge,
      `INSERT INTO emails (user_id, unconfirmed_email, is_primary, created_at) VALUES (${bob.id}, '${email}', 0, 1)`,
    );
    await synchronize(forge);
    const query = { action: 'email.removed', subject_id: String(bob.id), subject_type: 'user' };
    const { body } = await forge.root.get('/audit_events', query);
    const details = { username: bob.username, email, unconfirmed: true };
    expect(body).toMatchObject([{ caller: null, origin: 'ldapmain', details }]);
    expect((await bob.client.get('/user/emails')).body).toEqual([]);
  });

  it('stores no address of 200,000 combining marks', async () => {
    const mail = `a${'\u0315\u0300'.repeat(100_000)}@example.org`;
    await start({ uids: ['ada', 'bea'], mails: { ada: mail }, cookie: '' });
    expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { changed: 2 } });
    expect(await sql(forge, "SELECT email FROM users WHERE username = 'ada'")).toEqual([
      { email: 'ada@example.org' },
    ]);
  });

  it('links the others if one user is linked to another entry meanwhile', async () => {
    const [first, second, third] = ['ada', 'bea', 'cleo'] as const;
    await start({ uids: [first, second, third], cookie: '' });
    let hasCounted = false;
    new Interleaving(forge).when(
      () => Promise.resolve(hasCounted),
      () =>
        sql(
          forge,
          `UPDATE identities SET unique_id = 'another' WHERE extern_uid LIKE 'uid=${second},%'`,
        ),
    );
    const onProgress = () => (hasCounted = true);
    expect(await synchronize(forge, { onProgress })).toMatchObject({
      failed: null,
      counts: { changed: 2 },
    });
    expect(await links()).toEqual([
      linked(first),
      { username: second, unique_id: 'another' },
      linked(third),
    ]);
    expect(await recorded()).toEqual([first, third]);
  });

  it('leaves a user alone whose entry has a unique id that is too long, and links the others', async () => {
    const long = 'x'.repeat(300);
    await start({ uids: ['ada', 'bea'], cookie: '', uniqueIds: { ada: long } });
    expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { changed: 1 } });
    expect(await links()).toEqual([{ username: 'ada', unique_id: null }, linked('bea')]);
    const report = await synchronize(forge);
    expect(report).toMatchObject({ failed: null, counts: { blocked: 0, conflicts: 1 } });
    expect(report.conflicts[0]?.reason).toMatch(/too long/);
  });
});
