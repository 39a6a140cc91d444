import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startForge } from '../support/app.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { runCommand } from '../support/run-command.js';

const PAGE = 4_096;

let folder: string;
let database: FreshDatabase;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-backup-'));
  database = await freshFile();
  path = database.url.replace('sqlite:', '');
  const forge = await startForge({ DATABASE_URL: database.url });
  const owner = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  for (let n = 0; n < 40; n++) await forge.seed.note(issue, owner, { body: 'x'.repeat(20_000) });
  await forge.close();
  damage();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Overwrites the last pages, which have rows of notes. */
function damage(): void {
  const pages = Math.floor(statSync(path).size / PAGE);
  const file = openSync(path, 'r+');
  for (let page = pages - 150; page < pages; page++)
    writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, page * PAGE);
  closeSync(file);
}

describe('A damaged file', () => {
  it('ends a backup with one sentence, and leaves no file', async () => {
    const settings = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) };
    expect(await runCommand(settings, ['backup', join(folder, 'b.gz')])).toEqual({
      code: 69,
      stdout: '',
      stderr: `The database ${path} is damaged (database disk image is malformed): restore the last backup.\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
