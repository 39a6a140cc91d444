import { settingsOf } from '../directory/configured.js';
import { startForge, type Forge } from '../support/app.js';
import { Program } from '../support/program.js';
import { useSlapd } from '../support/use-servers.js';

const slapd = useSlapd();

const CLEAR_SCREEN = '\x1b[2J';
const ESCAPED = '\\u001b[2J';
const FORGED = 'was blocked: root (cn=root): fake';

/** What would change the terminal of an operator. Line breaks are looked for as lines. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('The output of commands for a directory whose people have escape codes in their values', () => {
  let forge: Forge;
  let program: Program;

  beforeAll(async () => {
    forge = await startForge({ ...settingsOf(slapd), LDAP_SYNC_EVERY: '0' });
  });
  beforeEach(() => (program = new Program()));
  afterEach(() => program.remove());
  afterAll(() => forge.close());

  const run = (...words: string[]) => {
    program.stdout = program.stderr = '';
    program.start(
      { ...settingsOf(slapd), ...forge.settings, LDAP_ATTRIBUTE_UNIQUE_ID: 'employeeNumber' },
      ...words,
    );
    return program.exit();
  };

  it('has the codes and line breaks of an e-mail address escaped in the report of ldap sync', async () => {
    const mail = `x${CLEAR_SCREEN}\n${FORGED}`;
    const dn = await slapd.person({ uid: 'ada', mail, attributes: { employeeNumber: '1' } });
    await forge.seed.user({ username: 'ada', name: 'ada', provider: 'ldapmain', extern_uid: dn });
    const differs = `differs: ada (${dn}): the entry has no valid e-mail address: x${ESCAPED}\\u000a${FORGED}`;
    expect(await run('ldap', 'sync', '--dry-run', '--json')).toBe(0);
    expect(JSON.parse(program.stdout)).toMatchObject({
      conflicts: [{ reason: `the entry has no valid e-mail address: ${mail}` }],
    });
    for (const words of [['--dry-run'], []]) {
      expect(await run('ldap', 'sync', ...words)).toBe(0);
      expect(program.stdout.split('\n')).toContain(differs);
      expect(program.stdout).not.toMatch(UNSAFE);
    }
  });

  it('has them escaped in the names, DNs and warnings of ldap check', async () => {
    const attributes = { employeeNumber: `7${CLEAR_SCREEN}\n${FORGED}`, displayName: 'a\u202eb' };
    for (const uid of ['ada', `bea${CLEAR_SCREEN}\u2028${FORGED}`])
      await slapd.person({ uid, mail: `ada${uid.length}@example.org`, attributes });
    expect(await run('ldap', 'check')).toBe(65);
    expect(program.stdout).toContain(', a\\u202eb <ada3@example.org>, active\n');
    expect(program.stdout).toContain(`  uid=bea${ESCAPED}\\u2028was blocked: root`);
    for (const output of [program.stdout, program.stderr]) {
      expect(output).not.toMatch(UNSAFE);
      expect(output.split('\n').filter((line) => line.startsWith(FORGED))).toEqual([]);
    }
  });
});
