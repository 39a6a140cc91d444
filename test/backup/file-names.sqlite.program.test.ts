import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from '../../src/database/engines/copy/build-schema.js';
import { schema } from '../../src/app/schema.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);

let database: FreshDatabase;
let program: Program;
beforeAll(async () => {
  database = await freshDatabase();
  await buildSchema(readConfig({ SECRET_KEY, DATABASE_URL: database.url }).database, schema);
});
afterAll(() => database.drop());
beforeEach(() => {
  program = new Program();
});
afterEach(() => program.remove());

const file = (name: string) => join(program.folder, name);
function backup(name: string): Promise<number | null> {
  program.start({ SECRET_KEY, DATABASE_URL: database.url }, 'backup', name);
  return program.exit();
}

describe('forgenote backup', () => {
  it('never replaces a file', async () => {
    writeFileSync(file('b.gz'), 'letter');
    expect(await backup('b.gz')).toBe(69);
    expect(program.stderr).toBe('b.gz exists: remove it, or name another file.\n');
    expect(readFileSync(file('b.gz'), 'utf8')).toBe('letter');
  });

  it('never replaces a symbolic link, also if it leads nowhere', async () => {
    symlinkSync('nowhere', file('b.gz'));
    expect(await backup('b.gz')).toBe(69);
    expect(program.stderr).toBe('b.gz exists: remove it, or name another file.\n');
    expect(readdirSync(program.folder)).toEqual(['b.gz']);
  });

  it('does not write a file that another process writes', async () => {
    writeFileSync(file('b.gz.part'), 'rows');
    expect(await backup('b.gz')).toBe(69);
    expect(program.stderr).toMatch(/^b\.gz\.part exists: another process writes b\.gz\./);
    expect(readFileSync(file('b.gz.part'), 'utf8')).toBe('rows');
  });

  it.each(['-', ''])('exits with 64 for %j instead of a file', async (word) => {
    expect(await backup(word)).toBe(64);
    expect(program.stderr).toMatch(/^"-?" is not the name of a file/);
    expect(readdirSync(program.folder)).toEqual([]);
  });
});
