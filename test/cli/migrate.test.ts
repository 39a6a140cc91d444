import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildSchema, schemaOf } from '../../src/engines/copy/build-schema.js';
import { schema } from '../../src/schema.js';
import { allContent } from '../support/all-content.js';
import { IS_SERVER } from '../support/environment.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { openEngine, readConfig } from '../support/internals.js';
import { logLines } from '../support/log-fields.js';
import { addOldEvents } from '../support/old-events.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
const ALL = schema.migrations.map(({ name }) => name);
const OLDER = ALL.slice(0, 2);

const ALL_WRITERS =
  'Writers to all tables wait until it ends; after 10 s they get 503. Reads continue.';
const UNTIL_COMMIT =
  'Writers to all tables wait until its transaction ends; after 10 s they get 503. Reads continue.';
const ONLINE =
  'Reads and writes continue, except for a short lock of the table at the start and the end.';
/** What each kind of statement locks. */
const LOCKS = IS_SERVER
  ? {
      create: [
        'The table is new: requests wait only for a moment, on the tables that its foreign keys name.',
      ],
      add: [ONLINE],
      index: [ONLINE],
      rows: [
        'The rows that it writes are locked until its transaction ends: other writes to these rows wait, and get 503 if it takes long. Reads continue.',
      ],
      modify: [
        'The server may copy the table: then writes to it wait until the copy ends, and get 503 if it takes long. Reads continue.',
      ],
    }
  : {
      // A migration rebuilds a table in one transaction.
      create: [UNTIL_COMMIT, 'Writers wait for a moment. Reads continue.'],
      add: ['Writers wait for a moment, whatever the number of rows. Reads continue.'],
      index: [ALL_WRITERS, UNTIL_COMMIT],
      rows: [ALL_WRITERS, UNTIL_COMMIT],
      // SQLite cannot change a column.
      modify: [],
    };

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
/** The file of the embedded database. */
const path = () => database.url.replace('sqlite:', '');
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

  it('prints with --dry-run what each kind of statement locks', async () => {
    await older();
    const { statements } = (await migrate('--dry-run')) as {
      statements: { sql: string; locks: string }[];
    };
    const locks = (start: RegExp) => {
      const found = statements.filter(({ sql }) => start.test(sql));
      return [...new Set(found.map((statement) => statement.locks))];
    };
    expect(locks(/^CREATE TABLE /)).toEqual(LOCKS.create);
    expect(locks(/^ALTER TABLE \S+ ADD COLUMN /)).toEqual(LOCKS.add);
    expect(locks(/^CREATE INDEX /)).toEqual(LOCKS.index);
    expect(locks(/^UPDATE /)).toEqual(LOCKS.rows);
    expect(locks(/^ALTER TABLE \S+ MODIFY /)).toEqual(LOCKS.modify);
  });

  it('prints the locks above each statement with --dry-run as text', async () => {
    await older();
    program.start({ SECRET_KEY, DATABASE_URL: database.url }, 'migrate', '--dry-run');
    expect(await program.exit()).toBe(0);
    expect(program.stdout).toContain(
      `-- ListsOfVisibleRows1764650000000: events, 0 rows\n-- ${LOCKS.rows[0]}\nUPDATE events SET`,
    );
  });

  it('prints a statement that is repeated for ranges of rows once', async () => {
    await older();
    const engine = await openEngine(database.url);
    await addOldEvents(engine.dataSource, 2_500).finally(() => engine.close());
    const { statements } = (await migrate('--dry-run')) as { statements: { sql: string }[] };
    expect(statements.filter(({ sql }) => sql.startsWith('UPDATE events'))).toEqual([
      {
        ...{ migration: ALL[2], table: 'events', rows: 2_500 },
        sql: expect.stringMatching(
          /^UPDATE events SET audience = .* WHERE id >= \? AND id < \?$/,
        ) as string,
        locks: `Repeated 3 times, each time for other rows. ${LOCKS.rows[0]}`,
      },
    ]);
  });

  it('prints all statements with --dry-run on an empty database, and creates nothing', async () => {
    const { statements = [] } = (await migrate('--dry-run')) as { statements?: object[] };
    expect(statements.length).toBeGreaterThan(20);
    expect(await migrate('--status')).toEqual({ applied: [], pending: ALL });
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

  it('logs every 5 s which migration runs', async () => {
    await buildSchema(readConfig({ SECRET_KEY, DATABASE_URL: database.url }).database, schema);
    await program.remove();
    program = Program.ofNextVersion();
    const settings = { LOG_LEVEL: 'info', MIGRATION_MS: '5500' };
    program.start({ SECRET_KEY, DATABASE_URL: database.url, ...settings }, 'migrate', '--json');
    expect(await program.exit()).toBe(0);
    const migration = 'IssueWeights1999000000000';
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
