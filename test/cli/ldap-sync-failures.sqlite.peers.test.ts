import { DatabaseSync } from '@photostructure/sqlite';
import { settingsOf } from '../directory/configured.js';
import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { Program } from '../support/program.js';
import { useSlapd } from '../support/use-servers.js';

const slapd = useSlapd({ keepEntries: true });

describe('forgenote ldap sync', () => {
  let forge: Forge;
  let program: Program;

  beforeAll(async () => {
    forge = await startForge({ ...settingsOf(slapd), LDAP_SYNC_EVERY: '0' });
    const extern_uid = await slapd.person({ uid: 'ada' });
    await forge.seed.user({ username: 'ada', provider: 'ldapmain', extern_uid });
    program = new Program();
  });
  afterAll(() => program.remove());
  afterAll(() => forge.close());

  const run = (...words: string[]) => {
    program.stdout = program.stderr = '';
    program.start({ ...settingsOf(slapd), ...forge.settings }, 'ldap', 'sync', ...words);
    return program.exit();
  };

  it('prints the codes and the place of an internal error on stderr, without values, and exits with 70', async () => {
    await sql(
      forge,
      "CREATE TRIGGER refusal BEFORE UPDATE ON identities BEGIN SELECT RAISE(ABORT, 'secret value'); END",
    );
    try {
      expect(await run()).toBe(70);
    } finally {
      await sql(forge, 'DROP TRIGGER refusal');
    }
    expect(program.stdout).toContain('An internal error.');
    expect(program.stderr).toMatch(/"?SQLITE_CONSTRAINT|errcode: \d+|code: /);
    expect(program.stderr).toMatch(/\n +at .*\.js:\d+/);
    expect(program.stderr).not.toContain('secret value');
  });

  it('prints the report and exits with 69 if the database cannot be written', async () => {
    const other = new DatabaseSync(forge.settings['DATABASE_URL']?.replace('sqlite:', '') ?? '');
    other.exec('BEGIN IMMEDIATE');
    try {
      expect(await run()).toBe(69);
      expect(program.stdout).toMatch(/^The database does not respond\.\nldapmain: /);
      expect(await run('--json')).toBe(69);
    } finally {
      other.close();
    }
    const failed = 'The database does not respond.';
    const report = { provider: 'ldapmain', failure: 'unavailable', failed, held: null };
    expect(JSON.parse(program.stdout)).toMatchObject(report);
  });
});
