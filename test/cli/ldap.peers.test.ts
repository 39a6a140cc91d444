import { readdirSync } from 'node:fs';
import { settingsOf } from '../directory/configured.js';
import { DirectoryStates } from '../../src/sign-in/directory-sync/directory-states.service.js';
import { SyncLease } from '../../src/sign-in/directory-sync/sync-lease.js';
import { SyncLimits } from '../../src/sign-in/directory-sync/sync-limits.js';
import { recordsOf } from '../directory-sync/synchronized.js';
import { startForge, type Forge } from '../support/app.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { useSlapd } from '../support/use-servers.js';

let program: Program;
beforeEach(() => (program = new Program()));
afterEach(() => program.remove());

// After the hook above: a program ends before its directory is reset.
const slapd = useSlapd();

/** Runs the command to its end. Returns the exit code. */
const run = (settings: Record<string, string>, ...words: string[]) => {
  program.stdout = program.stderr = '';
  program.start({ ...settingsOf(slapd), ...settings }, ...words);
  return program.exit();
};

describe('forgenote ldap check', () => {
  it('shows five users as they would become, and creates nothing', async () => {
    const dn = await slapd.person({ uid: 'ada', cn: 'Ada Lovelace' });
    const gone = await slapd.person({ uid: 'bea' });
    await slapd.lock(gone);
    for (const uid of ['cy', 'di', 'ed', 'flo']) await slapd.person({ uid, mail: null });
    const group = await slapd.group('admins', [dn]);
    expect(await run({ LDAP_ADMIN_FILTER: `(memberOf=${group})` }, 'ldap', 'check')).toBe(0);
    const lines = program.stdout.split('\n');
    expect(lines).toHaveLength(12);
    expect(program.stdout).toContain(
      `  ${dn}\n    ada, Ada Lovelace <ada@example.org>, active, admin\n`,
    );
    expect(program.stdout).toContain('ldap_blocked (pwdAccountLockedTime is 000001010000Z)');
    expect(program.stdout).toContain('cannot sign in: no valid e-mail address');
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it('prints the users as JSON with --json', async () => {
    const dn = await slapd.person({ uid: 'ada', cn: 'Ada Lovelace' });
    expect(await run({}, 'ldap', 'check', '--json')).toBe(0);
    const users = [
      {
        ...{ dn, username: 'ada', email: 'ada@example.org', name: 'Ada Lovelace' },
        roles: ['active'],
      },
    ];
    const expected = { provider: 'ldapmain', users, warnings: [], problem: null };
    expect(JSON.parse(program.stdout)).toEqual(expected);
  });

  it('says which setting to correct, without the password', async () => {
    const secret = 'the-wrong-password';
    expect(await run({ LDAP_BIND_PASSWORD: secret }, 'ldap', 'check')).toBe(65);
    expect(program.stderr).toMatch(/LDAP_BIND_DN .* LDAP_BIND_PASSWORD\. Correct one of them\.\n$/);
    expect(program.stderr + program.stdout).not.toContain(secret);
  });

  it('warns when nobody is found, or nobody has an attribute', async () => {
    expect(await run({ LDAP_FILTER: '(uid=nobody)' }, 'ldap', 'check')).toBe(65);
    expect(program.stderr).toContain('Correct LDAP_BASE or LDAP_FILTER');
    await slapd.person({ uid: 'ada' });
    expect(await run({ LDAP_ATTRIBUTE_EMAIL: 'pager' }, 'ldap', 'check')).toBe(65);
    expect(program.stderr).toContain('No entry has the attribute of LDAP_ATTRIBUTE_EMAIL.');
  });

  it('says who cannot sign in', async () => {
    const attributes = { employeeNumber: '7' };
    await slapd.person({ uid: 'ada', mail: 'not an address', attributes });
    await slapd.person({ uid: 'bea', attributes });
    const settings = { LDAP_ATTRIBUTE_UNIQUE_ID: 'employeeNumber' };
    expect(await run(settings, 'ldap', 'check')).toBe(65);
    expect(program.stdout).toContain('\n    cannot sign in: no valid e-mail address\n');
    expect(program.stderr).toContain(
      'The directory does not find exactly one entry by LDAP_ATTRIBUTE_UNIQUE_ID.',
    );
  });

  it('warns when LDAP_ADMIN_FILTER matches nobody', async () => {
    await slapd.person({ uid: 'ada' });
    const settings = { LDAP_ADMIN_FILTER: `(memberOf=cn=none,${slapd.groupsDn})` };
    expect(await run(settings, 'ldap', 'check')).toBe(65);
    expect(program.stderr).toContain('LDAP_ADMIN_FILTER matches nobody');
  });

  it('exits with 69 if the directory is unreachable', async () => {
    const unreachable = { LDAP_URL: `ldap://127.0.0.1:${await freePort()}` };
    expect(await run(unreachable, 'ldap', 'check')).toBe(69);
  });
});

describe('forgenote ldap sync', () => {
  let forge: Forge;
  let settings: Record<string, string>;

  beforeEach(async () => {
    forge = await startForge({ ...settingsOf(slapd), LDAP_SYNC_EVERY: '0' });
    settings = { ...forge.settings, LDAP_BLOCK_LIMIT: '1' };
  });
  afterEach(() => forge.close());

  const member = async (uid: string) => {
    const dn = await slapd.person({ uid });
    const user = await forge.seed.user({
      ...{ username: uid, email: `${uid}@example.org`, name: uid },
      ...{ provider: 'ldapmain', extern_uid: dn },
    });
    return { ...user, dn };
  };
  const stateOf = async ({ at }: { at: string }) =>
    (await forge.root.get<{ state: string }>(at)).body.state;

  it('applies the directory, and shows it before with --dry-run', async () => {
    const ada = await member('ada');
    await member('bea');
    await slapd.expire(ada.dn);
    expect(await run(settings, 'ldap', 'sync', '--dry-run')).toBe(0);
    expect(program.stdout).toContain(`would be blocked: ada (${ada.dn}): shadowExpire is 1\n`);
    expect(await stateOf(ada)).toBe('active');
    expect(await run(settings, 'ldap', 'sync')).toBe(0);
    expect(program.stdout).toMatch(
      /\nldapmain: 2 entries, 2 users, 1 blocked, 0 unblocked, \d+ changed, 0 differ \(\d+\.\d s\)\n$/,
    );
    expect(await stateOf(ada)).toBe('ldap_blocked');
    expect(program.stderr).toBe('');
  });

  it('gives a reason for everyone it blocks, unblocks, changes or makes an administrator', async () => {
    const [ada, bea] = [await member('ada'), await member('bea')];
    const [cy, di] = [await member('cy'), await member('di')];
    const group = await slapd.group('admins', [ada.dn]);
    const withGroup = { ...settings, LDAP_ADMIN_FILTER: `(memberOf=${group})` };
    await slapd.expire(bea.dn);
    await run(withGroup, 'ldap', 'sync');
    await slapd.expire(bea.dn, null);
    await slapd.remove(cy.dn);
    await slapd.addMember(group, di.dn);
    await slapd.removeMember(group, ada.dn);
    await slapd.modify(di.dn, { cn: 'Di' });
    const renamed = 'the entry has another name';
    const isIn = 'the entry matches LDAP_ADMIN_FILTER';
    const isNotIn = 'the entry does not match LDAP_ADMIN_FILTER';
    const lines = (verb: string) => [
      `${verb} blocked: cy (${cy.dn}): the entry is gone`,
      `${verb} unblocked: bea (${bea.dn}): state from ldap_blocked to active. Reason: the entry is back`,
      `${verb} changed: ada (${ada.dn}): admin from true to false. Reason: ${isNotIn}`,
      `${verb} changed: di (${di.dn}): name from di to Di, admin from false to true. Reason: ${renamed}, ${isIn}`,
      `${verb} made an ordinary user: ada (${ada.dn}): ${isNotIn}`,
      `${verb} made an administrator: di (${di.dn}): ${renamed}, ${isIn}`,
    ];
    const printed = () => program.stdout.split('\n').slice(0, -2);
    expect(await run(withGroup, 'ldap', 'sync', '--dry-run', '--json')).toBe(0);
    expect(JSON.parse(program.stdout)).toMatchObject({
      blocked: [{ username: 'cy', reason: 'the entry is gone' }],
      unblocked: [{ username: 'bea', reason: 'the entry is back' }],
      changed: [
        { username: 'ada', reason: isNotIn },
        { username: 'di', reason: `${renamed}, ${isIn}` },
      ],
      administrators: [
        { username: 'ada', admin: false, reason: isNotIn },
        { username: 'di', admin: true, reason: `${renamed}, ${isIn}` },
      ],
    });
    await run(withGroup, 'ldap', 'sync', '--dry-run');
    expect(printed()).toEqual(lines('would be'));
    await run(withGroup, 'ldap', 'sync');
    expect(printed()).toEqual(lines('was'));
    const last = async (user: { id: number }) =>
      (await recordsOf(forge, user)).at(-1)?.details.reason;
    expect(await Promise.all([ada, bea, cy, di].map(last))).toEqual(
      [isNotIn, 'the entry is back', 'the entry is gone', `${renamed}, ${isIn}`].map(
        (reason) => `synchronization: ${reason}`,
      ),
    );
  });

  it('holds a run that would block more than the limit, until --confirm', async () => {
    const users = [await member('ada'), await member('bea')];
    await member('cy');
    for (const { dn } of users) await slapd.remove(dn);
    expect(await run(settings, 'ldap', 'sync', '--dry-run')).toBe(65);
    expect(program.stdout).toContain(
      'A run would be held: it would block 2 users, and the limit is 1.\nIf that is right, run: forgenote ldap sync --confirm 2.',
    );
    for (const { dn, username } of users)
      expect(program.stdout).toContain(
        `would be blocked: ${username} (${dn}): no entry has this DN\n`,
      );
    expect(await run(settings, 'ldap', 'sync')).toBe(65);
    expect(program.stdout).toMatch(
      /\nHeld: it would block 2 users, and the limit is 1\. Nothing was changed\. This is the run [0-9a-f-]{36}\.\nIf that is right, run: forgenote ldap sync --confirm 2\./,
    );
    expect(await Promise.all(users.map(stateOf))).toEqual(['active', 'active']);
    expect(await run(settings, 'ldap', 'sync', '--confirm', '1')).toBe(65);
    expect(await Promise.all(users.map(stateOf))).toEqual(['active', 'active']);
    expect(await run(settings, 'ldap', 'sync', '--confirm', '2')).toBe(0);
    expect(await Promise.all(users.map(stateOf))).toEqual(['ldap_blocked', 'ldap_blocked']);
  });

  it('exits with 64 if the value of --confirm is not a number', async () => {
    for (const words of [['--confirm', 'two'], ['--confirm']])
      expect(await run(settings, 'ldap', 'sync', ...words)).toBe(64);
  });

  it('prints nothing but JSON with --json', async () => {
    const ada = await member('ada');
    await slapd.modify(ada.dn, { displayName: 'Ada Lovelace' });
    expect(await run(settings, 'ldap', 'sync', '--json')).toBe(0);
    expect(JSON.parse(program.stdout)).toMatchObject({
      ...{ provider: 'ldapmain', dryRun: false, entries: 1, users: 1, held: null, failed: null },
      ...{ warnings: [], failure: null },
      changed: [{ username: 'ada', changes: { name: { from: 'ada', to: 'Ada Lovelace' } } }],
    });
    expect(program.stderr).toBe('');
  });

  it('exits with 75 while another process synchronizes', async () => {
    const lease = new SyncLease(
      forge.app.get(DirectoryStates, { strict: false }),
      forge.app.get(SyncLimits, { strict: false }),
      ...(['ldapmain', 'the run of another process'] as const),
    );
    await lease.acquire();
    try {
      expect(await run(settings, 'ldap', 'sync')).toBe(75);
      expect(program.stderr).toContain('Another process synchronizes ldapmain already');
    } finally {
      await lease.release();
    }
  });

  it('exits with 65 and changes nothing if nobody has the unique id', async () => {
    const ada = await member('ada');
    const wrong = { ...settings, LDAP_ATTRIBUTE_UNIQUE_ID: 'pager' };
    expect(await run(wrong, 'ldap', 'sync')).toBe(65);
    expect(program.stdout).toContain('Correct LDAP_ATTRIBUTE_UNIQUE_ID');
    expect(await stateOf(ada)).toBe('active');
  });

  it('exits with 65 for what does not change until somebody corrects it', async () => {
    await member('ada');
    const failed = async (more: Record<string, string>) => {
      const code = await run({ ...settings, ...more }, 'ldap', 'sync', '--json');
      const { failure } = JSON.parse(program.stdout) as { failure: string };
      return [code, failure];
    };
    const wrong: Record<string, string>[] = [
      { LDAP_BIND_PASSWORD: 'the-wrong-password' },
      { LDAP_BASE: `ou=none,${slapd.base}` },
    ];
    for (const setting of wrong) expect(await failed(setting)).toEqual([65, 'directory']);
    await slapd.sizeLimit(1);
    await slapd.person({ uid: 'bea' });
    expect(await failed({})).toEqual([65, 'directory']);
  });

  it('exits with 69 and changes nothing when the directory is unavailable', async () => {
    const ada = await member('ada');
    await slapd.kill();
    expect(await run(settings, 'ldap', 'sync')).toBe(69);
    expect(program.stdout).toContain('nothing listens there');
    await slapd.restart();
    expect(await stateOf(ada)).toBe('active');
  });
});
