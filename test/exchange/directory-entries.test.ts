import { readFileSync, writeFileSync } from 'node:fs';
import { importFile } from '../../src/cli/import.command.js';
import { startForge } from '../support/app.js';
import { sql, write } from '../support/internals.js';
import { dnOf } from '../support/ldap-messages.js';
import { ScriptedDirectory } from '../support/scripted-directory.js';
import { REFUSED, signIn } from '../session/directory-session.js';
import { synchronize } from '../directory-sync/synchronized.js';
import { handmade, user } from './handmade.js';
import { ImportTarget } from './import-target.js';
import { exportTo } from './sample-forge.js';

const DN = 'uid=leaver,ou=people,dc=example,dc=org';
const ENTRY = {
  unique_id: 'id-of-the-leaver',
  login: 'leaver',
  disabled_by: 'pwdAccountLockedTime',
};
const ACCOUNT = { provider: 'ldapmain', extern_uid: DN };

const target = new ImportTarget();

const stored = () =>
  sql<Record<string, unknown>>(
    target.forge,
    `SELECT u.username, u.state, i.provider, i.extern_uid, i.unique_id, i.login, i.disabled_by, i.checked_at
     FROM identities i JOIN users u ON u.id = i.user_id ORDER BY i.id`,
  );
const importUsers = (...identities: object[][]) =>
  target.importAll(
    identities.map((all, n) =>
      user(`user${n}`, `user${n}@x.org`, { state: 'ldap_blocked', identities: all }),
    ),
  );

describe('an identity with its entry in the directory', () => {
  it('is exported and imported with the unique id, the username there and the sign', async () => {
    const source = await startForge();
    try {
      const { id } = await source.seed.user({ username: 'leaver', ...ACCOUNT });
      await source.seed.user({ username: 'other', provider: 'ldapmain', extern_uid: 'uid=other' });
      await write(
        source,
        `UPDATE identities SET unique_id = :unique_id, login = :login, disabled_by = :disabled_by,
           checked_at = 1000 WHERE user_id = :id`,
        { ...ENTRY, id },
      );
      await write(source, "UPDATE users SET state = 'ldap_blocked' WHERE id = :id", { id });
      await exportTo(source, target.place.file);
    } finally {
      await source.close();
    }
    const [line] = readFileSync(target.place.file, 'utf8')
      .split('\n')
      .filter((one) => one.includes(DN));
    expect(JSON.parse(line ?? '')).toMatchObject({ identities: [{ ...ACCOUNT, ...ENTRY }] });
    await importFile(target.forge.app, target.place.file, {});
    const unknown = { unique_id: null, login: null, disabled_by: null, checked_at: null };
    expect(await stored()).toEqual([
      // The directory is asked before the user may be active.
      { username: 'leaver', state: 'ldap_blocked', ...ACCOUNT, ...ENTRY, checked_at: null },
      {
        ...unknown,
        username: 'other',
        state: 'active',
        provider: 'ldapmain',
        extern_uid: 'uid=other',
      },
    ]);
  });

  it('is imported without them if the file has none, or null', async () => {
    const nothing = { unique_id: null, login: null, disabled_by: null };
    await importUsers([ACCOUNT], [{ ...ACCOUNT, extern_uid: 'uid=null', ...nothing }]);
    expect(await stored()).toMatchObject([
      { ...ACCOUNT, ...nothing },
      { extern_uid: 'uid=null', ...nothing },
    ]);
  });

  it('is refused if two users of the file have one unique id, with and without --dry-run', async () => {
    const lines = ['uid=a', 'uid=b'].map((extern_uid, n) =>
      user(`user${n}`, `user${n}@x.org`, { identities: [{ ...ACCOUNT, extern_uid, ...ENTRY }] }),
    );
    for (const dryRun of [true, false])
      await expect(target.importAll(lines, { dryRun })).rejects.toThrow(
        'Line 3 repeats the directory entry ldapmain id-of-the-leaver of line 2: remove it from one of the users in the source.',
      );
    expect(await stored()).toEqual([]);
  });

  it('may have the unique id of an entry of another directory', async () => {
    await importUsers(
      [{ ...ACCOUNT, ...ENTRY }],
      [{ ...ACCOUNT, ...ENTRY, provider: 'ldapother' }],
    );
    expect(await stored()).toMatchObject([ENTRY, { ...ENTRY, provider: 'ldapother' }]);
  });

  it('is left out if a user has the entry under another DN', async () => {
    const { id } = await target.forge.seed.user({ ...ACCOUNT, extern_uid: 'uid=moved' });
    await write(target.forge, 'UPDATE identities SET unique_id = :unique_id WHERE user_id = :id', {
      unique_id: ENTRY.unique_id,
      id,
    });
    expect((await importUsers([{ ...ACCOUNT, ...ENTRY }])).created).toEqual({ user: 1 });
    expect(await stored()).toMatchObject([{ extern_uid: 'uid=moved' }]);
  });

  it.each([
    { unique_id: 7 },
    { unique_id: '' },
    { unique_id: 'x'.repeat(256) },
    { login: 'x'.repeat(256) },
    { disabled_by: 'x'.repeat(65) },
  ])('is refused with the value %j', async (wrong) => {
    await expect(importUsers([{ ...ACCOUNT, ...ENTRY, ...wrong }])).rejects.toThrow('identities');
    expect(await stored()).toEqual([]);
  });
});

it('keeps the user of a leaver from the next person with the same DN', async () => {
  const uniqueIds = { ada: 'id-of-the-next-ada' };
  const directory = await ScriptedDirectory.start([
    { uids: ['ada', 'bea'], uniqueIds, cookie: '' },
  ]);
  const forge = await startForge({
    ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
  });
  try {
    const accountOf = (uid: string) => ({
      identities: [{ provider: 'ldapmain', extern_uid: dnOf(uid), unique_id: `id-of-${uid}` }],
    });
    const leaver = { state: 'ldap_blocked', admin: true, ...accountOf('ada') };
    const lines = [
      user('ada', 'leaver@x.org', leaver),
      user('bea', 'bea@example.org', accountOf('bea')),
    ];
    writeFileSync(target.place.file, handmade(...lines));
    await importFile(forge.app, target.place.file, {});
    expect(await synchronize(forge)).toMatchObject({ failed: null, counts: { unblocked: 0 } });
    expect(
      await sql(forge, "SELECT username, state FROM users WHERE username IN ('ada', 'bea')"),
    ).toEqual([
      { username: 'ada', state: 'ldap_blocked' },
      { username: 'bea', state: 'active' },
    ]);
    expect(await signIn(forge, 'ada')).toEqual(REFUSED);
  } finally {
    await forge.close();
    await directory.stop();
  }
});
