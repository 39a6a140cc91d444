import { buildSchema, schemaOf } from '../../src/engines/copy/build-schema.js';
import { schema } from '../../src/schema.js';
import { allContent } from '../support/all-content.js';
import { IS_SERVER } from '../support/environment.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
const ALL = schema.migrations.map(({ name }) => name);
const OLDER = ALL.slice(0, 2);

let database: FreshDatabase;
let program: Program;
beforeEach(async () => {
  database = await freshDatabase();
  program = new Program();
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
/** The database as an older version of the program left it. */
const older = () => {
  const config = readConfig({ SECRET_KEY, DATABASE_URL: database.url });
  return buildSchema(config.database, schemaOf(schema, OLDER));
};

describe('forgenote migrate', () => {
  it('lists applied and pending migrations with --status, and applies none', async () => {
    await older();
    const status = { applied: OLDER, pending: ALL.slice(OLDER.length) };
    expect(await migrate('--status')).toEqual(status);
    expect(await migrate('--status')).toEqual(status);
  });

  it('prints statements, tables and rows with --dry-run, and runs none', async () => {
    await older();
    const { statements } = (await migrate('--dry-run')) as {
      statements: { migration: string; sql: string; table: string; rows: number }[];
    };
    expect(statements.length).toBeGreaterThan(3);
    for (const { migration, sql, table, rows } of statements) {
      expect(ALL.slice(OLDER.length)).toContain(migration);
      expect(sql).toMatch(/^(CREATE|ALTER|DROP|UPDATE|INSERT|DELETE) /);
      // SQLite drops an index without naming its table.
      if (!sql.startsWith('DROP INDEX')) expect(table).toMatch(/^[a-z_]+$/);
      expect(rows).toBeGreaterThanOrEqual(0);
    }
    expect((await migrate('--status'))['pending']).toEqual(ALL.slice(OLDER.length));
  });

  it('prints all statements with --dry-run on an empty database, and creates nothing', async () => {
    const { statements = [] } = (await migrate('--dry-run')) as { statements?: object[] };
    // A file would be created by opening it.
    if (IS_SERVER) expect(statements.length).toBeGreaterThan(20);
    expect((await migrate('--status'))['pending']).toEqual(ALL);
  });

  it('applies the pending migrations once', async () => {
    await older();
    const applied = ALL.slice(OLDER.length);
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

  it('exits with 64 for --status with --dry-run', async () => {
    program.start({ SECRET_KEY, DATABASE_URL: database.url }, 'migrate', '--status', '--dry-run');
    expect(await program.exit()).toBe(64);
  });
});
