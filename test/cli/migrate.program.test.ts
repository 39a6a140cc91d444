import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildSchema } from '../../src/database/engines/copy/build-schema.js';
import { schema } from '../../src/app/schema.js';
import { allContent } from '../support/all-content.js';
import { IS_SERVER } from '../support/environment.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
const ALL = schema.migrations.map(({ name }) => name);
/** The migration of the next version. */
const NEXT = 'IssueWeights1999000000000';

interface Plan {
  statements: { migration: string; sql: string }[];
}

let database: FreshDatabase;
let program: Program;
let next: Program;
beforeEach(async () => {
  database = await freshDatabase();
  program = new Program();
  next = Program.ofNextVersion();
});
afterEach(async () => {
  await program.remove();
  await next.remove();
  await database.drop();
});

/** Runs `forgenote migrate` to its end. Returns what it printed. */
async function print(version: Program, ...words: string[]): Promise<string> {
  version.stdout = version.stderr = '';
  version.start({ SECRET_KEY, DATABASE_URL: database.url }, 'migrate', ...words);
  expect(await version.exit()).toBe(0);
  return version.stdout;
}
const migrate = async (version: Program, ...words: string[]) =>
  JSON.parse(await print(version, '--json', ...words)) as Record<string, unknown>;
/** The file of the embedded database. */
const path = () => database.url.replace('sqlite:', '');
/** The database as this version leaves it: the next one has a migration more. */
const older = () =>
  buildSchema(readConfig({ SECRET_KEY, DATABASE_URL: database.url }).database, schema);

describe('forgenote migrate', () => {
  it('lists applied and pending migrations with --status, and applies none', async () => {
    await older();
    const status = { applied: ALL, pending: [NEXT] };
    expect(await migrate(next, '--status')).toEqual(status);
    expect(await migrate(next, '--status')).toEqual(status);
    expect(await print(next, '--status')).toMatch(new RegExp(`^pending {2}${NEXT}$`, 'm'));
  });

  it('prints the statements of the pending migrations with --dry-run, and runs none', async () => {
    await older();
    const { statements } = (await migrate(next, '--dry-run')) as unknown as Plan;
    expect(statements.map(({ migration }) => migration)).toEqual([NEXT, NEXT]);
    expect(statements.map(({ sql }) => sql.replaceAll(/["`]/g, ''))).toEqual([
      expect.stringMatching(/^ALTER TABLE issues ADD COLUMN weight /),
      'CREATE INDEX issues_weight ON issues (weight)',
    ]);
    expect(await print(next, '--dry-run')).toBe(
      statements.map(({ sql }) => `-- ${NEXT}\n${sql};\n`).join(''),
    );
    expect((await migrate(next, '--status'))['pending']).toEqual([NEXT]);
  });

  it('prints all statements with --dry-run on an empty database, and creates nothing', async () => {
    const { statements } = (await migrate(program, '--dry-run')) as unknown as Plan;
    expect(statements.length).toBeGreaterThan(10);
    for (const { migration, sql } of statements) {
      expect(ALL).toContain(migration);
      expect(sql).toMatch(/^(CREATE|ALTER|DROP|UPDATE|INSERT|DELETE) /);
    }
    expect(await migrate(program, '--status')).toEqual({ applied: [], pending: ALL });
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
      await migrate(next, '--status');
      await migrate(next, '--dry-run');
      expect(readFileSync(path()).equals(before)).toBe(true);
      expect(readdirSync(dirname(path()))).toEqual(['forgenote.sqlite']);
    });

  it('applies the pending migrations once', async () => {
    await older();
    expect(await migrate(next)).toEqual({ applied: [NEXT] });
    expect(await migrate(next)).toEqual({ applied: [] });
    expect((await allContent(database.url))['audit_events']).toMatchObject([
      {
        ...{ action: 'database.migrated', origin: 'command line', subject_type: 'database' },
        details: JSON.stringify({ migrations: [NEXT] }),
      },
    ]);
    expect(await print(next, '--dry-run')).toBe('No migration is pending.\n');
  });

  it('logs every 5 s which migration runs', async () => {
    await older();
    const settings = { LOG_LEVEL: 'info', MIGRATION_MS: '5500' };
    next.start({ SECRET_KEY, DATABASE_URL: database.url, ...settings }, 'migrate', '--json');
    expect(await next.exit()).toBe(0);
    const lines = logLines<{ msg: string; ms?: number }>(next.stderr);
    expect(lines).toMatchObject([
      { msg: 'Migrating the database', migrations: [NEXT] },
      { msg: 'Still migrating the database', migration: NEXT },
      { msg: 'The database is migrated', migrations: [NEXT] },
    ]);
    expect(lines[1]?.ms).toBeGreaterThanOrEqual(4_900);
    expect(JSON.parse(next.stdout)).toEqual({ applied: [NEXT] });
  });

  it('exits with 64 for --status with --dry-run', async () => {
    program.start({ SECRET_KEY, DATABASE_URL: database.url }, 'migrate', '--status', '--dry-run');
    expect(await program.exit()).toBe(64);
  });
});
