import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildSchema } from '../../src/database/engines/copy/build-schema.js';
import { schema } from '../../src/app/schema.js';
import { allContent } from '../support/all-content.js';
import { IS_SERVER } from '../support/environment.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { nextSchema } from '../support/next-schema.js';
import { runCommand } from '../support/run-command.js';

const SECRET_KEY = 'k'.repeat(40);
const ALL = schema.migrations.map(({ name }) => name);
/** The migration of the next version. */
const NEXT = 'IssueWeights1999000000000';

interface Plan {
  statements: { migration: string; sql: string }[];
}

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

/** Runs `forgenote migrate` of a version. Returns what it printed. */
async function print(version: typeof schema, ...flags: string[]): Promise<string> {
  const settings = { SECRET_KEY, DATABASE_URL: database.url };
  const { code, stdout } = await runCommand(settings, ['migrate', ...flags], version);
  expect(code).toBe(0);
  return stdout;
}
const migrate = async (version: typeof schema, ...flags: string[]) =>
  JSON.parse(await print(version, '--json', ...flags)) as Record<string, unknown>;
/** The file of the embedded database. */
const path = () => database.url.replace('sqlite:', '');
/** The database as this version leaves it: the next one has a migration more. */
const older = () =>
  buildSchema(readConfig({ SECRET_KEY, DATABASE_URL: database.url }).database, schema);

describe('forgenote migrate', () => {
  it('lists applied and pending migrations with --status, and applies none', async () => {
    await older();
    const status = { applied: ALL, pending: [NEXT] };
    expect(await migrate(nextSchema, '--status')).toEqual(status);
    expect(await migrate(nextSchema, '--status')).toEqual(status);
    expect(await print(nextSchema, '--status')).toMatch(new RegExp(`^pending {2}${NEXT}$`, 'm'));
  });

  it('prints the statements of the pending migrations with --dry-run, and runs none', async () => {
    await older();
    const { statements } = (await migrate(nextSchema, '--dry-run')) as unknown as Plan;
    expect(statements.map(({ migration }) => migration)).toEqual([NEXT, NEXT]);
    expect(statements.map(({ sql }) => sql.replaceAll(/["`]/g, ''))).toEqual([
      expect.stringMatching(/^ALTER TABLE issues ADD COLUMN weight /),
      'CREATE INDEX issues_weight ON issues (weight)',
    ]);
    expect(await print(nextSchema, '--dry-run')).toBe(
      statements.map(({ sql }) => `-- ${NEXT}\n${sql};\n`).join(''),
    );
    expect((await migrate(nextSchema, '--status'))['pending']).toEqual([NEXT]);
  });

  it('prints all statements with --dry-run on an empty database, and creates nothing', async () => {
    const { statements } = (await migrate(schema, '--dry-run')) as unknown as Plan;
    expect(statements.length).toBeGreaterThan(10);
    for (const { migration, sql } of statements) {
      expect(ALL).toContain(migration);
      expect(sql).toMatch(/^(CREATE|ALTER|DROP|UPDATE|INSERT|DELETE) /);
    }
    expect(await migrate(schema, '--status')).toEqual({ applied: [], pending: ALL });
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
      await migrate(nextSchema, '--status');
      await migrate(nextSchema, '--dry-run');
      expect(readFileSync(path()).equals(before)).toBe(true);
      expect(readdirSync(dirname(path()))).toEqual(['forgenote.sqlite']);
    });

  it('applies the pending migrations once', async () => {
    await older();
    expect(await migrate(nextSchema)).toEqual({ applied: [NEXT] });
    expect(await migrate(nextSchema)).toEqual({ applied: [] });
    expect((await allContent(database.url))['audit_events']).toMatchObject([
      {
        ...{ action: 'database.migrated', origin: 'command line', subject_type: 'database' },
        details: JSON.stringify({ migrations: [NEXT] }),
      },
    ]);
    expect(await print(nextSchema, '--dry-run')).toBe('No migration is pending.\n');
  });
});
