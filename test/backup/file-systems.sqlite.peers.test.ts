import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startForge } from '../support/app.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { Program, REPOSITORY } from '../support/program.js';

/** Like the other tests of file systems, these need the right to mount, and to become another account. */
const NOBODY = 65_534;
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
  const expectFull = () => {
    expect(program.stderr).toMatch(
      /^No space is left for the database \S+: free space, then run this again\.\n$/,
    );
    expect(readdirSync(disk)).toEqual([]);
  };

  it('restore and move say so, and leave nothing', async () => {
    expect(await forgenote(database.url, 'backup', 'b.gz')).toBe(0);
    expect(await forgenote(`sqlite:${disk}/f.sqlite`, 'restore', 'b.gz')).toBe(69);
    expectFull();
    expect(await forgenote(database.url, 'move', '--to', `sqlite:${disk}/f.sqlite`)).toBe(69);
    expectFull();
  });

  it('migrate says so', async () => {
    expect(() => {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(4_000_000));
    }).toThrow('ENOSPC');
    expect(await forgenote(`sqlite:${disk}/f.sqlite`, 'migrate')).toBe(69);
    expect(program.stderr).toMatch(/^No space is left for the database \S+: free space/m);
  });
});

describe('move of a file that the account cannot write', () => {
  /** Copies the database to a disk with space, in the mode in which a service uses it. */
  function copyToDisk(): string {
    run('mount', '-o', 'remount,size=64m', disk);
    const path = join(disk, 'f.sqlite');
    cpSync(database.url.replace('sqlite:', ''), path);
    const script = `const { DatabaseSync } = require('@photostructure/sqlite');
      const database = new DatabaseSync('${path}');
      database.exec('PRAGMA journal_mode = WAL');
      database.close()`;
    // In another process: this one would keep the file open until it frees its statements.
    execFileSync('node', ['-e', script], { cwd: REPOSITORY });
    chmodSync(path, 0o644);
    return path;
  }

  it('works on a read-only file system', async () => {
    copyToDisk();
    run('mount', '-o', 'remount,ro', disk);
    const words = ['move', '--from', `sqlite:${disk}/f.sqlite`, '--to', 'sqlite:moved.sqlite'];
    expect(await forgenote('', ...words)).toBe(0);
    expect(program.stdout).toMatch(/^Moved and compared \d+ rows/);
  });

  it('says so if the file has another owner', () => {
    const path = copyToDisk();
    chmodSync(disk, 0o777);
    const main = join(REPOSITORY, 'dist/program/main.js');
    const words = ['move', '--from', `sqlite:${path}`, '--to', `sqlite:${disk}/moved.sqlite`];
    const account = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
    const attempt = () => run('setpriv', ...account, 'node', main, ...words);
    expect(attempt).toThrow(/This account cannot write to the database \S+ \(EACCES\)/);
    expect(attempt).not.toThrow(/A service uses/);
  });
});
