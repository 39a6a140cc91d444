import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { brokenRules } from '../support/invariants.js';
import { Program } from '../support/program.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { allContent, copiedContent } from '../support/all-content.js';

/** Line separators, a surrogate pair, and what JSON escapes. */
const TEXT = 'one\u2028two\u2029three\r\n\t"four" \\ \u0001 👍🏽 e\u0301';

let forge: Forge;
let program: Program;
let empty: FreshDatabase;
let owner: SeededUser;
let issue: Resource;

beforeAll(async () => {
  forge = await startForge();
  owner = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  for (let n = 0; n < 20; n++)
    await forge.seed.note(issue, owner, { body: TEXT + 'x'.repeat(n * 3_000) });
  // The first deletion creates the ghost user. After the second, the highest id is free again.
  for (let n = 0; n < 2; n++) await forge.root.delete((await forge.seed.user()).at);
});
afterAll(() => forge.close());
beforeEach(async () => {
  program = new Program();
  empty = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  await empty.drop();
});

/** Runs a command on a database to its end. Returns the exit code. */
function run(DATABASE_URL: string, ...words: string[]): Promise<number | null> {
  program.stdout = program.stderr = '';
  program.start({ SECRET_KEY: forge.settings.SECRET_KEY, DATABASE_URL }, ...words);
  return program.exit();
}
const backup = (...words: string[]) => run(forge.settings.DATABASE_URL, 'backup', ...words);
const restore = (...words: string[]) => run(empty.url, 'restore', ...words);
const file = (name: string) => join(program.folder, name);
const restoredForge = () => startForge({ DATABASE_URL: empty.url });

describe('forgenote backup', () => {
  it('writes a file that only its owner can read, and counts its rows', async () => {
    expect(await backup('b.gz')).toBe(0);
    expect(program.stdout).toMatch(
      /^b\.gz has \d+ rows \([\d.]+ MB, [\d.]+ s\)\. It does not have the secret key/,
    );
    expect(statSync(file('b.gz')).mode & 0o777).toBe(0o600);
    expect(readdirSync(program.folder)).toEqual(['b.gz']);
  });

  it('prints counts by table with --json', async () => {
    expect(await backup('b.gz', '--json')).toBe(0);
    const result = JSON.parse(program.stdout) as { tables: object };
    const content = await allContent(forge.settings.DATABASE_URL);
    expect(result.tables).toEqual(
      Object.fromEntries(Object.entries(content).map(([name, rows]) => [name, rows.length])),
    );
  });

  it('exits with 69 if the folder does not exist', async () => {
    expect(await backup('no/b.gz')).toBe(69);
    expect(program.stderr).toMatch(/^no\/b\.gz cannot be written \(ENOENT\)/);
  });

  it('contains what was acknowledged before it began, and nothing by halves', async () => {
    let isRunning = true;
    const writes = Promise.all(
      [1, 2, 3].map(async () => {
        while (isRunning) await forge.seed.note(issue, owner);
      }),
    );
    const { id } = await forge.seed.note(issue, owner, { body: 'before the backup' });
    expect(await backup('b.gz')).toBe(0);
    isRunning = false;
    await writes;
    expect(await restore('b.gz')).toBe(0);
    const restored = await restoredForge();
    try {
      expect(await brokenRules(restored)).toEqual({});
      const note = await restored.root.get<{ body: string }>(`${issue.at}/notes/${id}`);
      expect(note.body.body).toBe('before the backup');
    } finally {
      await restored.close();
    }
  });
});

describe('forgenote restore', () => {
  it('restores every row, and gives no id a second time', async () => {
    const before = await allContent(forge.settings.DATABASE_URL);
    await backup('b.gz');
    expect(await restore('b.gz')).toBe(0);
    expect(program.stdout).toMatch(/^Restored and compared \d+ rows of 20/);
    const { content, event } = await copiedContent(empty.url);
    expect(content).toEqual(before);
    const [, rows] = /compared (\d+) rows/.exec(program.stdout) ?? [];
    const [, created] = /rows of (\S+)/.exec(program.stdout) ?? [];
    expect(event).toMatchObject({
      ...{ action: 'database.restored', origin: 'command line', caller_id: null, ip: null },
      ...{ subject_type: 'database', subject_id: 0 },
      details: JSON.stringify({ rows: Number(rows), backup_created_at: created }),
    });
    const next = (await forge.seed.user()).id;
    const restored = await restoredForge();
    try {
      expect((await restored.seed.user({ username: 'after', email: 'after@x.org' })).id).toBe(next);
    } finally {
      await restored.close();
    }
  });

  it('refuses a database that is not empty, and changes nothing', async () => {
    await backup('b.gz');
    expect(await restore('b.gz')).toBe(0);
    const before = await allContent(empty.url);
    expect(await restore('b.gz')).toBe(69);
    expect(program.stderr).toMatch(/ exists: move |has tables .*: create an empty database/);
    expect(await allContent(empty.url)).toEqual(before);
  });

  it('exits with 65 for a damaged backup', async () => {
    await backup('b.gz');
    const bytes = readFileSync(file('b.gz'));
    writeFileSync(file('half.gz'), bytes.subarray(0, bytes.length / 2));
    expect(await restore('half.gz')).toBe(65);
    expect(program.stderr).toMatch(/^half\.gz is not a complete backup .*: nothing was restored/);
  });

  it('exits with 69 for a missing file', async () => {
    expect(await restore('no.gz')).toBe(69);
    expect(program.stderr).toBe('no.gz cannot be read (ENOENT): name a readable file.\n');
  });
});

describe('forgenote restore of a file with a fault', () => {
  it('names the file, not the database, if the disk cannot read it', async () => {
    // Reading the beginning of this file fails with EIO.
    expect(await restore('/proc/self/mem')).toBe(69);
    expect(program.stderr).toBe('/proc/self/mem cannot be read (EIO): name a readable file.\n');
  });
});
