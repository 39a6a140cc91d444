import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { startForge } from '../support/app.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const PAGE = 4_096;

let program: Program;
let database: FreshDatabase;
let path: string;
beforeEach(async () => {
  program = new Program();
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
  await program.remove();
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
const run = (...words: string[]) => {
  program.start({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) }, ...words);
  return program.exit();
};
const sentence = () =>
  `The database ${path} is damaged (database disk image is malformed): restore the last backup.\n`;

describe('A damaged file', () => {
  it('ends a backup with one sentence, and leaves no file', async () => {
    expect(await run('backup', 'b.gz')).toBe(69);
    expect(program.stderr).toBe(sentence());
    expect(readdirSync(program.folder)).toEqual([]);
  });
});
