import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { runCommand, type CommandResult } from '../support/run-command.js';
import { allContent, copiedContent } from '../support/all-content.js';

/** Line separators, a surrogate pair, and what JSON escapes. */
const TEXT = 'one\u2028two\u2029three\r\n\t"four" \\ \u0001 👍🏽 e\u0301';

let forge: Forge;
let folder: string;
let empty: FreshDatabase;

beforeAll(async () => {
  forge = await startForge();
  const owner = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  for (let n = 0; n < 20; n++)
    await forge.seed.note(issue, owner, { body: TEXT + 'x'.repeat(n * 3_000) });
  // The first deletion creates the ghost user. After the second, the highest id is free again.
  for (let n = 0; n < 2; n++) await forge.root.delete((await forge.seed.user()).at);
});
afterAll(() => forge.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-backup-'));
  empty = await freshDatabase();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await empty.drop();
});

const file = (name: string) => join(folder, name);
const runOn = (DATABASE_URL: string, ...words: string[]): Promise<CommandResult> =>
  runCommand({ SECRET_KEY: forge.settings.SECRET_KEY, DATABASE_URL }, words);
const backup = (name: string, ...flags: string[]) =>
  runOn(forge.settings.DATABASE_URL, 'backup', file(name), ...flags);
const restore = (name: string) => runOn(empty.url, 'restore', file(name));

describe('forgenote backup', () => {
  it('writes a file that only its owner can read, and counts its rows', async () => {
    const { code, stdout } = await backup('b.gz');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /b\.gz has \d+ rows \([\d.]+ MB, [\d.]+ s\)\. It does not have the secret key/,
      ),
    ]);
    expect(statSync(file('b.gz')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['b.gz']);
  });

  it('prints counts by table with --json', async () => {
    const { code, stdout } = await backup('b.gz', '--json');
    const content = await allContent(forge.settings.DATABASE_URL);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        tables: Object.fromEntries(
          Object.entries(content).map(([name, rows]) => [name, rows.length]),
        ),
      },
    ]);
  });

  it('exits with 69 if the folder does not exist', async () => {
    const { code, stderr } = await backup('no/b.gz');
    expect([code, stderr]).toEqual([
      69,
      expect.stringContaining('no/b.gz cannot be written (ENOENT)'),
    ]);
  });
});

describe('forgenote restore', () => {
  it('restores every row, gives no id a second time, and refuses a database that is not empty', async () => {
    const before = await allContent(forge.settings.DATABASE_URL);
    await backup('b.gz');
    const { code, stdout } = await restore('b.gz');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Restored and compared \d+ rows of 20/),
    ]);
    const { content, event } = await copiedContent(empty.url);
    expect(content).toEqual(before);
    const [, rows] = /compared (\d+) rows/.exec(stdout) ?? [];
    const [, created] = /rows of (\S+)/.exec(stdout) ?? [];
    expect(event).toMatchObject({
      ...{ action: 'database.restored', origin: 'command line', caller_id: null, ip: null },
      ...{ subject_type: 'database', subject_id: 0 },
      details: JSON.stringify({ rows: Number(rows), backup_created_at: created }),
    });
    const full = await allContent(empty.url);
    const again = await restore('b.gz');
    expect([again.code, again.stderr]).toEqual([
      69,
      expect.stringMatching(/ exists: move |has tables .*: create an empty database/),
    ]);
    expect(await allContent(empty.url)).toEqual(full);

    const next = (await forge.seed.user()).id;
    const restored = await startForge({ DATABASE_URL: empty.url });
    try {
      expect((await restored.seed.user({ username: 'after', email: 'after@x.org' })).id).toBe(next);
    } finally {
      await restored.close();
    }
  });

  it('exits with 65 for a damaged backup', async () => {
    await backup('b.gz');
    const bytes = readFileSync(file('b.gz'));
    writeFileSync(file('half.gz'), bytes.subarray(0, bytes.length / 2));
    const { code, stderr } = await restore('half.gz');
    expect([code, stderr]).toEqual([
      65,
      expect.stringMatching(/half\.gz is not a complete backup .*: nothing was restored/),
    ]);
  });

  it.each([
    ['/nowhere/no.gz', 'ENOENT'],
    // Reading the beginning of this file fails.
    ['/proc/self/mem', 'EIO'],
  ])('exits with 69 and names the file, not the database, for %s', async (name, error) => {
    const { code, stderr } = await runOn(empty.url, 'restore', name);
    expect([code, stderr]).toEqual([
      69,
      `${name} cannot be read (${error}): name a readable file.\n`,
    ]);
  });
});
