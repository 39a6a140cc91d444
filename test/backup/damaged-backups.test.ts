import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { copyInto } from '../../src/operations/backup/copy-into.js';
import { BackupReader } from '../../src/operations/backup/read-backup.js';
import { writeBackup } from '../../src/operations/backup/write-backup.js';
import { DamagedSource } from '../../src/database/engines/copy/damaged-source.js';
import { openSnapshot } from '../../src/database/engines/copy/snapshot.js';
import { schema } from '../../src/app/schema.js';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { allContent } from '../support/all-content.js';

const folder = mkdtempSync(join(tmpdir(), 'forgenote-backup-'));
const file = (name: string) => join(folder, name);

let forge: Forge;
let empty: FreshDatabase;
beforeAll(async () => {
  forge = await startForge();
  const owner = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  for (let n = 0; n < 20; n++) await forge.seed.note(issue, owner, { body: `note\u2028${n}` });
  const snapshot = await openSnapshot(configOf(forge.settings.DATABASE_URL));
  await writeBackup(snapshot, file('b.gz'), () => undefined);
  await snapshot.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await forge.close();
});
beforeEach(async () => {
  empty = await freshDatabase();
});
afterEach(() => empty.drop());

const configOf = (DATABASE_URL: string) =>
  readConfig({ DATABASE_URL, SECRET_KEY: forge.settings.SECRET_KEY }).database;

async function restore(name: string): Promise<void> {
  const reader = new BackupReader(file(name));
  const header = await reader.header();
  const source = {
    ...header,
    rows: reader.table.bind(reader),
    end: reader.end.bind(reader),
    isSequential: true,
  };
  await copyInto(configOf(empty.url), schema, source, {
    onProgress: () => undefined,
    onLastStep: () => undefined,
    record: () => Promise.resolve(),
  });
}
/** Writes the lines of the backup, changed, to another file. */
function rewrite(name: string, change: (lines: string[]) => string[]): void {
  const lines = gunzipSync(readFileSync(file('b.gz')))
    .toString()
    .split('\n');
  writeFileSync(file(name), gzipSync(change(lines).join('\n')));
}
/** The same backup can be restored into what the failed attempt has left. */
async function expectNothingLeft(): Promise<void> {
  await restore('b.gz');
  expect(await allContent(empty.url)).toEqual(await allContent(forge.settings.DATABASE_URL));
}

/** Changes the first line. */
const header =
  (from: string | RegExp, to: string) =>
  ([first = '', ...rest]: string[]) => [first.replace(from, to), ...rest];
const row = (lines: string[]) => lines.findIndex((line) => line.includes('note\u2028'));
const text = (lines: string[]) => lines[row(lines)] ?? '';

describe('restore', () => {
  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['a changed text', (l) => l.with(row(l), text(l).replace('note', 'nota')), /their checksum/],
    ['a missing row', (l) => l.toSpliced(row(l), 1), /their checksum/],
    ['a row twice', (l) => l.toSpliced(row(l), 0, text(l)), /two rows of notes|their checksum/],
    ['a short row', (l) => l.with(row(l), '[1]'), /a row of notes is incomplete/],
    ['no end', (l) => l.slice(0, -2), /its end is missing/],
    ['half of its lines', (l) => l.slice(0, row(l)), /its end is missing/],
    ['a line after its end', (l) => [...l.slice(0, -1), '{}', ''], /cut off or changed/],
    ['another end', (l) => l.with(-2, '{"end":true,"rows":1,"sha256":""}'), /match its checksum/],
    [
      'a null',
      (l) => l.with(row(l), text(l).replace(/"note[^"]*"/, 'null')),
      /column cannot have|their checksum/,
    ],
    [
      'a table without columns',
      (l) => l.with(0, (l[0] ?? '').replace('"columns":', '"rows":')),
      /header is incomplete/,
    ],
    ['no time', header('"created_at":', '"written_at":'), /header is incomplete/],
    ['a wrong time', header(/"created_at":"[^"]*"/, '"created_at":"then"'), /header is incomplete/],
    ['another next id', header(/"nextId":\d+/, '"nextId":99'), /match its checksum/],
    ['a negative id', header(/"nextId":\d+/, '"nextId":-5'), /header is incomplete/],
    ['the format 0', header('"forgenote_backup":1', '"forgenote_backup":0'), /begin as a backup/],
    ['a column twice', header('"columns":["id"', '"columns":["id","id"'), /header is incomplete/],
    ['a list as value', (l) => l.with(row(l), text(l).replace(/\d+/, '[]')), /is incomplete/],
    ['no header', (l) => l.slice(1), /does not begin as a backup/],
    ['text instead of JSON', (l) => l.with(2, 'Dear Sir'), /a line is not JSON/],
  ])('rejects a backup with %s, and leaves nothing', async (_, change, problem) => {
    rewrite('c.gz', change);
    const attempt = restore('c.gz');
    await expect(attempt).rejects.toBeInstanceOf(DamagedSource);
    await expect(attempt).rejects.toThrow(problem);
    await expectNothingLeft();
  });

  it('rejects a file with a line that does not end', async () => {
    const piece = Buffer.alloc(1_000_000, 'x');
    const text = Readable.from(Array.from({ length: 600 }, () => piece));
    await pipeline(text, createGzip({ level: 1 }), createWriteStream(file('long.gz')));
    await expect(restore('long.gz')).rejects.toThrow(/a line is too long/);
  });

  it('rejects half a file, and a file that is no backup', async () => {
    const bytes = readFileSync(file('b.gz'));
    writeFileSync(file('half.gz'), bytes.subarray(0, bytes.length / 2));
    await expect(restore('half.gz')).rejects.toThrow(/is not a complete backup/);
    writeFileSync(file('letter.txt'), 'Dear Sir or Madam');
    await expect(restore('letter.txt')).rejects.toThrow(/\(it is cut off or changed\)/);
    await expectNothingLeft();
  });

  it('rejects a backup of a build before the first release', async () => {
    rewrite('old.gz', ([first = '', ...rest]) => [
      first.replace(/"migrations":\[[^\]]*\]/, '"migrations":["Early1700000000000"]'),
      ...rest,
    ]);
    await expect(restore('old.gz')).rejects.toThrow(
      /before 0\.1\.0 \(migrations Early1700000000000\)/,
    );
    await expectNothingLeft();
  });

  it.each([
    ['"migrations":[', '"migrations":["Later9900000000000",', /newer than this program.*Later99/],
    ['"forgenote_backup":1', '"forgenote_backup":2', /whose format this version does not know/],
  ])('rejects a backup of a newer version with %s', async (from, to, problem) => {
    rewrite('new.gz', ([first = '', ...rest]) => [first.replace(from, to), ...rest]);
    await expect(restore('new.gz')).rejects.toThrow(problem);
    await expectNothingLeft();
  });
});
