import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
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
    await forge.seed.note(issue, owner, { body: TEXT + 'x'.repeat(n * 10_000) });
  // The highest id is free again.
  await forge.root.delete((await forge.seed.user()).at);
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
    const result = JSON.parse(program.stdout) as { tables: object; key: boolean };
    const content = await allContent(forge.settings.DATABASE_URL);
    expect(result.tables).toEqual(
      Object.fromEntries(Object.entries(content).map(([name, rows]) => [name, rows.length])),
    );
    expect(result.key).toBe(false);
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

describe('the secret key in a backup', () => {
  const PASSPHRASE = 'correct horse battery';
  const restoreWithoutKey = (...words: string[]) => {
    program.stdout = program.stderr = '';
    program.start({ DATABASE_URL: `sqlite:${file('data/f.sqlite')}` }, 'restore', ...words);
    return program.exit();
  };

  it('comes back with its passphrase, and is nowhere in the clear', async () => {
    writeFileSync(file('passphrase'), `${PASSPHRASE}\n`);
    expect(await backup('b.gz', '--with-key', '--passphrase-file', 'passphrase')).toBe(0);
    const content = gunzipSync(readFileSync(file('b.gz'))).toString();
    expect(content).not.toContain(forge.settings.SECRET_KEY);
    expect(content).not.toContain(PASSPHRASE);
    expect(await restore('b.gz', '--passphrase-file', 'passphrase')).toBe(0);
  });

  it('becomes the key file of an embedded database', async () => {
    writeFileSync(file('passphrase'), PASSPHRASE);
    await backup('b.gz', '--with-key', '--passphrase-file', 'passphrase');
    // A backup of a server database can be restored into a file, and the other way round.
    expect(await restoreWithoutKey('b.gz', '--passphrase-file', 'passphrase')).toBe(0);
    expect(program.stdout).toContain(`The secret key is in ${file('data/secret.key')}.`);
    expect(readFileSync(file('data/secret.key'), 'utf8')).toBe(forge.settings.SECRET_KEY);
    program.stdout = '';
    program.start({ DATABASE_URL: `sqlite:${file('data/f.sqlite')}` }, 'check');
    expect(await program.exit()).toBe(0);
  });

  it('exits with 65 for a wrong passphrase, and restores nothing', async () => {
    writeFileSync(file('passphrase'), PASSPHRASE);
    writeFileSync(file('wrong'), 'incorrect horse battery');
    await backup('b.gz', '--with-key', '--passphrase-file', 'passphrase');
    expect(await restoreWithoutKey('b.gz', '--passphrase-file', 'wrong')).toBe(65);
    expect(program.stderr).toMatch(/The passphrase does not open the key/);
    expect(existsSync(file('data'))).toBe(false);
  });

  it('exits with 65 if a part of it is missing, and restores nothing', async () => {
    writeFileSync(file('passphrase'), PASSPHRASE);
    await backup('b.gz', '--with-key', '--passphrase-file', 'passphrase');
    const content = gunzipSync(readFileSync(file('b.gz'))).toString();
    writeFileSync(file('c.gz'), gzipSync(content.replace('"salt":', '"pepper":')));
    expect(await restoreWithoutKey('c.gz', '--passphrase-file', 'passphrase')).toBe(65);
    expect(program.stderr).toMatch(/^The key in this backup is incomplete, .*\n$/);
    expect(existsSync(file('data'))).toBe(false);
  });

  it('stays in the backup without the passphrase, and the rows are restored', async () => {
    writeFileSync(file('passphrase'), PASSPHRASE);
    await backup('b.gz', '--with-key', '--passphrase-file', 'passphrase');
    expect(await restore('b.gz')).toBe(0);
    expect(program.stdout).toMatch(/The secret key in the backup was not unpacked/);
  });

  it('exits with 78 if the key is not that of the data', async () => {
    writeFileSync(file('passphrase'), PASSPHRASE);
    const words = ['backup', 'b.gz', '--with-key', '--passphrase-file', 'passphrase'];
    program.stderr = '';
    program.start({ ...forge.settings, SECRET_KEY: 'x'.repeat(40) }, ...words);
    expect(await program.exit()).toBe(78);
    expect(program.stderr).toMatch(/^The key does not decrypt the private tokens of \d+ users/);
    expect(readdirSync(program.folder)).toEqual(['passphrase']);
  });

  it.each([
    [['--with-key'], 64, /--with-key needs --passphrase-file/],
    [['--passphrase-file', 'p'], 64, /--passphrase-file needs --with-key/],
    [['--with-key', '--passphrase-file', 'p'], 78, /p cannot be read \(ENOENT\)/],
  ])('exits for %j with %d', async (words, code, problem) => {
    expect(await backup('b.gz', ...words)).toBe(code);
    expect(program.stderr).toMatch(problem);
    expect(readdirSync(program.folder)).toEqual([]);
  });
});
