import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { nextSchema } from '../support/next-schema.js';
import { runCommand, type CommandResult } from '../support/run-command.js';

const SECRET_KEY = 'k'.repeat(40);

/** A stopped service with two notes. Tests take back what they change. */
let source: FreshDatabase;
let owner: { id: number };
let target: FreshDatabase;
let folder: string;
beforeAll(async () => {
  source = await freshDatabase();
  const forge = await startForge({ DATABASE_URL: source.url, SECRET_KEY });
  const author = (owner = await forge.seed.user());
  const issue = await forge.seed.issue(await forge.seed.project(author), author);
  for (let n = 0; n < 2; n++) await forge.seed.note(issue, author);
  await forge.close();
});
afterAll(() => source.drop());
beforeEach(async () => {
  target = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'forgenote-backup-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await target.drop();
});

/** Changes a database as an operator does by hand: a note can lose its author. */
async function change(url: string, ...statements: string[]): Promise<void> {
  const engine = await openEngine(url);
  const runner = engine.dataSource.createQueryRunner();
  const off = IS_SERVER ? 'SET SESSION foreign_key_checks = 0' : 'PRAGMA foreign_keys = OFF';
  for (const statement of [off, ...statements]) await runner.query(statement);
  if (IS_SERVER) await runner.query('SET SESSION foreign_key_checks = 1');
  await runner.release();
  await engine.close();
}
/** Changes the source while `work` runs. */
async function changed(
  statements: string[],
  undo: string[],
  work: () => Promise<void>,
): Promise<void> {
  await change(source.url, ...statements);
  try {
    await work();
  } finally {
    await change(source.url, ...undo);
  }
}
const file = () => join(folder, 'b.gz');
const runOn = (url: string, words: string[], known = schema): Promise<CommandResult> =>
  runCommand({ SECRET_KEY, DATABASE_URL: url }, words, known);
const backup = () => runOn(source.url, ['backup', file()]);
const restore = () => runOn(target.url, ['restore', file(), '--json']);
/** A backup of every table, as a newer version writes it, which knows more of them. */
async function backupOfEveryTable(): Promise<void> {
  const { database } = readConfig({ SECRET_KEY, DATABASE_URL: source.url });
  const snapshot = await openSnapshot(database);
  await writeBackup(snapshot, file(), () => undefined);
  await snapshot.close();
}
async function expectRefusedBackup(
  url: string,
  known: typeof schema,
  sentence: RegExp,
): Promise<void> {
  expect(await runOn(url, ['backup', file()], known)).toEqual({
    code: 69,
    stdout: '',
    stderr: expect.stringMatching(sentence) as unknown,
  });
  expect(readdirSync(folder)).toEqual([]);
}

describe('a migration that has not finished', () => {
  const FORGET = "DELETE FROM migrations WHERE name = 'IssueWeights1999000000000'";
  const unfinished = (problem: string) =>
    new RegExp(
      `^A migration has not finished \\(.*${problem}.*\\): run forgenote migrate first\\.\n$`,
    );

  it('stops a backup with 69 if it was not recorded, lacks a column, or is not the last', async () => {
    const { url } = target;
    await buildSchema(readConfig({ SECRET_KEY, DATABASE_URL: url }).database, schema);
    expect(await runOn(url, ['migrate'], nextSchema)).toMatchObject({ code: 0 });
    await change(url, FORGET);
    await expectRefusedBackup(url, nextSchema, unfinished('issues\\.weight exists'));
    await change(url, 'ALTER TABLE users DROP COLUMN bio');
    await expectRefusedBackup(url, nextSchema, unfinished('users\\.bio is missing'));
    await change(url, "UPDATE migrations SET name = 'IssueWeights1999000000000'");
    await expectRefusedBackup(url, nextSchema, unfinished('a gap'));
  });

  it('does not stop them if it has not begun', async () => {
    expect(await runOn(source.url, ['backup', file()], nextSchema)).toMatchObject({ code: 0 });
    expect(await runOn(target.url, ['restore', file()], nextSchema)).toMatchObject({ code: 0 });
    const { stdout } = await runOn(target.url, ['migrate', '--status', '--json'], nextSchema);
    expect(JSON.parse(stdout)).toMatchObject({ pending: [] });
  });
});

describe('tables that are not those of this version', () => {
  it.each([
    [
      'a build before the first release made them',
      "UPDATE migrations SET name = 'Early1700000000000'",
      `UPDATE migrations SET name = '${schema.migrations[0]?.name ?? ''}'`,
      /before 0\.1\.0 \(migrations Early1700000000000\)/,
    ],
    [
      'another program has added a column',
      'ALTER TABLE notes ADD COLUMN mood varchar(9)',
      'ALTER TABLE notes DROP COLUMN mood',
      /^Another program has changed tables of Forgenote .*\(notes\.mood exists\).*\n$/,
    ],
    [
      'another program has renamed one',
      'ALTER TABLE outbox_mails RENAME TO other_mails',
      'ALTER TABLE other_mails RENAME TO outbox_mails',
      /^Another program has changed tables of Forgenote .*\(outbox_mails is missing\).*\n$/,
    ],
  ])('stop a backup with 69 if %s', (_, statement, undo, problem) =>
    changed([statement], [undo], () => expectRefusedBackup(source.url, schema, problem)),
  );
});

describe('a table of another program', () => {
  const FOREIGN = [
    'CREATE TABLE notes_old (id integer primary key, body text)',
    "INSERT INTO notes_old VALUES (1, 'text')",
    'CREATE TABLE `notes-older` (body text)',
  ];
  const UNDO = ['DROP TABLE notes_old', 'DROP TABLE `notes-older`'];

  it('is left out of a backup, which names it', () =>
    changed(FOREIGN, UNDO, async () => {
      const before = await allContent(source.url);
      const { code, stdout } = await backup();
      expect(code).toBe(0);
      expect(stdout).toContain('Tables of other programs are left out: notes-older, notes_old.');
      const restored = await restore();
      expect(JSON.parse(restored.stdout)).toMatchObject({ left_out: [] });
      expect((await copiedContent(target.url)).content).toEqual(before);
    }));

  // An older version cannot tell it from a table of a newer one.
  it('is left out of a restore if the backup has it', () =>
    changed(FOREIGN.slice(0, 2), UNDO.slice(0, 1), async () => {
      const before = await allContent(source.url);
      await backupOfEveryTable();
      const { stdout } = await restore();
      expect(JSON.parse(stdout)).toMatchObject({ left_out: ['notes_old'] });
      expect((await copiedContent(target.url)).content).toEqual(before);
    }));
});

describe('a backup whose tables are not those of its migrations', () => {
  it('is damaged: restore exits with 65, and creates nothing', () =>
    changed(
      ['ALTER TABLE notes ADD COLUMN mood varchar(9)'],
      ['ALTER TABLE notes DROP COLUMN mood'],
      async () => {
        await backupOfEveryTable();
        expect(await restore()).toMatchObject({
          code: 65,
          stderr: `${file()} is not a complete backup (notes.mood exists): nothing was restored. Use another one.\n`,
        });
        const { stdout } = await runOn(target.url, ['migrate', '--status', '--json']);
        // A service that starts there creates its tables.
        expect(JSON.parse(stdout)).toMatchObject({ applied: [] });
      },
    ));
});

describe('a row that refers to a missing one', () => {
  it('is in a backup and a restore, which count it, and doctor lists it', () =>
    changed(
      ['UPDATE notes SET author_id = 77'],
      [`UPDATE notes SET author_id = ${owner.id}`],
      async () => {
        const before = await allContent(source.url);
        const { code, stdout } = await backup();
        expect(code).toBe(0);
        expect(stdout).toContain(
          '2 references of notes are to rows of users that do not exist: forgenote doctor lists them.',
        );
        const restored = await restore();
        expect(restored.code).toBe(0);
        expect(JSON.parse(restored.stdout)).toMatchObject({
          broken_references: [{ table: 'notes', parent: 'users', rows: 2 }],
        });
        expect((await copiedContent(target.url)).content).toEqual(before);
        expect(await runOn(target.url, ['doctor'])).toMatchObject({
          code: 65,
          stdout: expect.stringContaining('notes') as unknown,
        });
      },
    ));
});
