import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startForge } from '../support/app.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

/** Like the other tests of file systems, these need the right to mount. */
const SECRET_KEY = 'k'.repeat(40);

let disk: string;
let program: Program;
let database: FreshDatabase;
beforeEach(async () => {
  program = new Program();
  disk = mkdtempSync(join(tmpdir(), 'forgenote-disk-'));
  run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk);
  database = await freshFile();
  const forge = await startForge({ DATABASE_URL: database.url });
  const owner = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  for (let n = 0; n < 40; n++) await forge.seed.note(issue, owner, { body: 'x'.repeat(50_000) });
  await forge.close();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
  run('umount', '--lazy', disk);
  rmSync(disk, { recursive: true });
});

const run = (name: string, ...args: string[]) => execFileSync(name, args, { stdio: 'pipe' });
const forgenote = (DATABASE_URL: string, ...words: string[]) => {
  program.stdout = program.stderr = '';
  program.start({ DATABASE_URL, SECRET_KEY }, ...words);
  return program.exit();
};

describe('on a file system without space', () => {
  it('restore says so, and leaves nothing', async () => {
    expect(await forgenote(database.url, 'backup', 'b.gz')).toBe(0);
    expect(await forgenote(`sqlite:${disk}/f.sqlite`, 'restore', 'b.gz')).toBe(69);
    expect(program.stderr).toMatch(
      /^No space is left for the database \S+: free space, then run this again\.\n$/,
    );
    expect(readdirSync(disk)).toEqual([]);
  });

  it('migrate says so', async () => {
    expect(() => {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(4_000_000));
    }).toThrow('ENOSPC');
    expect(await forgenote(`sqlite:${disk}/f.sqlite`, 'migrate')).toBe(69);
    expect(program.stderr).toMatch(/^No space is left for the database \S+: free space/m);
  });
});
