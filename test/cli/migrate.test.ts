import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildSchema } from '../../src/engines/copy/build-schema.js';
import { schema } from '../../src/schema.js';
import { allContent } from '../support/all-content.js';
import { IS_SERVER } from '../support/environment.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
const OLDER = schema.migrations.map(({ name }) => name);
const NEXT = 'IssueWeights1999000000000';

let database: FreshDatabase;
let program: Program;
beforeEach(async () => {
  database = await freshDatabase();
  program = Program.ofNextVersion();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

/** Runs `forgenote migrate` to its end. Returns what it printed as JSON. */
async function migrate(...words: string[]): Promise<Record<string, unknown>> {
  program.stdout = program.stderr = '';
  program.start({ SECRET_KEY, DATABASE_URL: database.url }, 'migrate', '--json', ...words);
  expect(await program.exit()).toBe(0);
  return JSON.parse(program.stdout) as Record<string, unknown>;
}
/** The file of the embedded database. */
const path = () => database.url.replace('sqlite:', '');
/** The database as an older version of the program left it. */
const older = () => {
  const config = readConfig({ SECRET_KEY, DATABASE_URL: database.url });
  return buildSchema(config.database, schema);
};

describe('forgenote migrate', () => {
  it('lists applied and pending migrations with --status, and applies none', async () => {
    await older();
    const status = { applied: OLDER, pending: [NEXT] };
    expect(await migrate('--status')).toEqual(status);
    expect(await migrate('--status')).toEqual(status);
  });

  it('prints statements, tables and rows with --dry-run, and runs none', async () => {
    await older();
    const { statements } = (await migrate('--dry-run')) as {
      statements: { migration: string; sql: string; table: string; rows: number }[];
    };
    expect(statements.length).toBe(2);
    for (const { migration, sql, table, rows } of statements) {
      expect(migration).toBe(NEXT);
      expect(sql).toMatch(/^(CREATE|ALTER) /);
      expect(table).toBe('issues');
      expect(rows).toBeGreaterThanOrEqual(0);
    }
    expect((await migrate('--status'))['pending']).toEqual([NEXT]);
  });

  it('prints all statements with --dry-run on an empty database, and creates nothing', async () => {
    const { statements = [] } = (await migrate('--dry-run')) as { statements?: object[] };
    expect(statements.length).toBeGreaterThan(20);
    expect(await migrate('--status')).toEqual({ applied: [], pending: [...OLDER, NEXT] });
    if (!IS_SERVER) expect(existsSync(path())).toBe(false);
  });

  if (!IS_SERVER)
    it.each([
      ['an empty file', () => writeFile(path(), '')],
      ['a file of an older version', older],
    ])('leaves %s as it is with --status and --dry-run', async (_, make) => {
      await make();
      const before = readFileSync(path());
      // The service refuses a database that others can read. Commands that write nothing do not ask.
      chmodSync(path(), 0o444);
      await migrate('--status');
      await migrate('--dry-run');
      expect(readFileSync(path()).equals(before)).toBe(true);
      expect(readdirSync(dirname(path()))).toEqual(['forgenote.sqlite']);
    });

  it('applies the pending migrations once', async () => {
    await older();
    const applied = [NEXT];
    expect(await migrate()).toEqual({ applied });
    expect(await migrate()).toEqual({ applied: [] });
    expect((await allContent(database.url))['audit_events']).toMatchObject([
      {
        ...{ action: 'database.migrated', origin: 'command line', subject_type: 'database' },
        details: JSON.stringify({ migrations: applied }),
      },
    ]);
    expect(await migrate('--dry-run')).toMatchObject({ statements: [] });
  });

  it('logs every 5 s which migration runs', async () => {
    await older();
    const settings = { LOG_LEVEL: 'info', MIGRATION_MS: '5500' };
    program.start({ SECRET_KEY, DATABASE_URL: database.url, ...settings }, 'migrate', '--json');
    expect(await program.exit()).toBe(0);
    const migration = NEXT;
    const lines = logLines<{ msg: string; ms?: number }>(program.stderr);
    expect(lines).toMatchObject([
      { msg: 'Migrating the database', migrations: [migration] },
      { msg: 'Still migrating the database', migration },
      { msg: 'The database is migrated', migrations: [migration] },
    ]);
    expect(lines[1]?.ms).toBeGreaterThanOrEqual(4_900);
    expect(JSON.parse(program.stdout)).toEqual({ applied: [migration] });
  });

  it('exits with 64 for --status with --dry-run', async () => {
    program.start({ SECRET_KEY, DATABASE_URL: database.url }, 'migrate', '--status', '--dry-run');
    expect(await program.exit()).toBe(64);
  });
});
