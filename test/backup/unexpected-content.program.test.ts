import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeBackup } from '../../src/operations/backup/write-backup.js';
import { buildSchema } from '../../src/database/engines/copy/build-schema.js';
import { openSnapshot } from '../../src/database/engines/copy/snapshot.js';
import { schema } from '../../src/app/schema.js';
import { allContent, copiedContent } from '../support/all-content.js';
import { startForge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { IS_SERVER } from '../support/environment.js';
import { openEngine, readConfig } from '../support/internals.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
/** Makes the migration of the next version pending. */
const FORGET = "DELETE FROM migrations WHERE name = 'IssueWeights1999000000000'";

let source: FreshDatabase;
let target: FreshDatabase;
let program: Program;
beforeEach(async () => {
  source = await freshDatabase();
  target = await freshDatabase();
  program = new Program();
});
afterEach(async () => {
  await program.remove();
  await source.drop();
  await target.drop();
});

/** A stopped service with two notes. */
async function filled(): Promise<void> {
  const forge = await startForge({ DATABASE_URL: source.url, SECRET_KEY });
  const owner = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  for (let n = 0; n < 2; n++) await forge.seed.note(issue, owner);
  await forge.close();
}
/** Changes the source as an operator does by hand: a note can lose its author. */
async function change(...statements: string[]): Promise<void> {
  const engine = await openEngine(source.url);
  const runner = engine.dataSource.createQueryRunner();
  const off = IS_SERVER ? 'SET SESSION foreign_key_checks = 0' : 'PRAGMA foreign_keys = OFF';
  for (const statement of [off, ...statements]) await runner.query(statement);
  if (IS_SERVER) await runner.query('SET SESSION foreign_key_checks = 1');
  await runner.release();
  await engine.close();
}
async function run(url: string, ...words: string[]): Promise<number | null> {
  program.stdout = program.stderr = '';
  program.start({ SECRET_KEY, DATABASE_URL: url }, ...words);
  return program.exit();
}
const backup = (...words: string[]) => run(source.url, 'backup', 'b.gz', ...words);
const restore = (...words: string[]) => run(target.url, 'restore', 'b.gz', ...words);
const json = () => JSON.parse(program.stdout) as Record<string, unknown>;
/** A service that starts there creates its tables. */
const isEmpty = async () => {
  expect(await run(target.url, 'migrate', '--status', '--json')).toBe(0);
  return (json()['applied'] as string[]).length === 0;
};

describe('a migration that has not finished', () => {
  beforeEach(async () => {
    await program.remove();
    program = Program.ofNextVersion();
  });

  it.each([
    ['was not recorded', [FORGET], /\(issues\.weight exists\)/],
    ['lacks its column', ['ALTER TABLE users DROP COLUMN bio', FORGET], /users\.bio is missing/],
    [
      'is not the last',
      ["DELETE FROM migrations WHERE name <> 'IssueWeights1999000000000'"],
      /a gap/,
    ],
  ])('stops a backup with 69 if it %s', async (_, statements, problem) => {
    await filled();
    expect(await run(source.url, 'migrate')).toBe(0);
    await change(...statements);
    expect(await backup()).toBe(69);
    expect(program.stderr).toMatch(
      /^A migration has not finished \(.*\): run forgenote migrate first\.\n$/,
    );
    expect(program.stderr).toMatch(problem);
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it('does not stop them if it has not begun', async () => {
    const config = readConfig({ SECRET_KEY, DATABASE_URL: source.url });
    await buildSchema(config.database, schema);
    expect(await backup()).toBe(0);
    expect(await restore()).toBe(0);
    expect(await run(target.url, 'migrate', '--status', '--json')).toBe(0);
    expect(json()['pending']).toEqual([]);
  });
});

describe('a database of a build before the first release', () => {
  it('stops backup with 69', async () => {
    await filled();
    await change("UPDATE migrations SET name = 'Early1700000000000'");
    expect(await backup()).toBe(69);
    expect(program.stderr).toMatch(/before 0\.1\.0 \(migrations Early1700000000000\)/);
    expect(readdirSync(program.folder)).toEqual([]);
  });
});

describe('a table of Forgenote that another program has changed', () => {
  it.each([
    ['has a column more', 'ALTER TABLE notes ADD COLUMN mood varchar(9)', /\(notes\.mood exists\)/],
    ['is missing', 'DROP TABLE outbox_mails', /\(outbox_mails is missing\)/],
  ])('stops a backup with 69 if it %s', async (_, statement, problem) => {
    await filled();
    await change(statement);
    expect(await backup()).toBe(69);
    expect(program.stderr).toMatch(/^Another program has changed tables of Forgenote .*\n$/);
    expect(program.stderr).toMatch(problem);
  });
});

describe('a table of another program', () => {
  const FOREIGN = [
    'CREATE TABLE notes_old (id integer primary key, body text)',
    "INSERT INTO notes_old VALUES (1, 'text')",
    'CREATE TABLE `notes-older` (body text)',
  ];

  it('is left out of a backup, which names it', async () => {
    await filled();
    const before = await allContent(source.url);
    await change(...FOREIGN);
    expect(await backup()).toBe(0);
    expect(program.stdout).toContain(
      'Tables of other programs are left out: notes-older, notes_old.',
    );
    expect(await restore('--json')).toBe(0);
    expect(json()['left_out']).toEqual([]);
    expect((await copiedContent(target.url)).content).toEqual(before);
  });

  it('is left out of a restore if the backup has it', async () => {
    await filled();
    const before = await allContent(source.url);
    await change(...FOREIGN.slice(0, 2));
    // An older version cannot tell it from a table of a newer one.
    const snapshot = await openSnapshot(
      readConfig({ SECRET_KEY, DATABASE_URL: source.url }).database,
    );
    await writeBackup(snapshot, join(program.folder, 'b.gz'), () => undefined);
    await snapshot.close();
    expect(await restore('--json')).toBe(0);
    expect(json()['left_out']).toEqual(['notes_old']);
    expect((await copiedContent(target.url)).content).toEqual(before);
  });
});

describe('a backup whose tables are not those of its migrations', () => {
  it('is damaged: restore exits with 65, and creates nothing', async () => {
    await filled();
    await change('ALTER TABLE notes ADD COLUMN mood varchar(9)');
    const snapshot = await openSnapshot(
      readConfig({ SECRET_KEY, DATABASE_URL: source.url }).database,
    );
    await writeBackup(snapshot, join(program.folder, 'b.gz'), () => undefined);
    await snapshot.close();
    expect(await restore()).toBe(65);
    expect(program.stderr).toBe(
      'b.gz is not a complete backup (notes.mood exists): nothing was restored. Use another one.\n',
    );
    expect(await isEmpty()).toBe(true);
  });
});

describe('a row that refers to a missing one', () => {
  const SENTENCE =
    '2 references of notes are to rows of users that do not exist: forgenote doctor lists them.';
  const FOUND = [{ table: 'notes', parent: 'users', rows: 2 }];

  it('is in a backup and a restore, which count it, and doctor lists it', async () => {
    await filled();
    await change('UPDATE notes SET author_id = 77');
    const before = await allContent(source.url);
    expect(await backup()).toBe(0);
    expect(program.stdout).toContain(SENTENCE);
    expect(await restore()).toBe(0);
    expect(program.stdout).toContain(SENTENCE);
    expect((await copiedContent(target.url)).content).toEqual(before);
    expect(await run(target.url, 'doctor')).toBe(65);
    expect(program.stdout).toMatch(/notes/);
    await target.drop();
    target = await freshDatabase();
    expect(await restore('--json')).toBe(0);
    expect(json()['broken_references']).toEqual(FOUND);
  });
});
