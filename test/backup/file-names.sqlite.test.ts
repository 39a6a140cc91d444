import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from '../../src/database/engines/copy/build-schema.js';
import { schema } from '../../src/app/schema.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { runCommand } from '../support/run-command.js';

const SECRET_KEY = 'k'.repeat(40);

let database: FreshDatabase;
let folder: string;
let name: string;
beforeAll(async () => {
  database = await freshDatabase();
  await buildSchema(readConfig({ SECRET_KEY, DATABASE_URL: database.url }).database, schema);
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-backup-'));
  name = join(folder, 'b.gz');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const backup = (file: string) =>
  runCommand({ SECRET_KEY, DATABASE_URL: database.url }, ['backup', file]);
const refused = (code: number, sentence: string) => ({ code, stdout: '', stderr: sentence });

describe('forgenote backup', () => {
  it('never replaces a file', async () => {
    writeFileSync(name, 'letter');
    expect(await backup(name)).toEqual(
      refused(69, `${name} exists: remove it, or name another file.\n`),
    );
    expect(readFileSync(name, 'utf8')).toBe('letter');
  });

  it('never replaces a symbolic link, also if it leads nowhere', async () => {
    symlinkSync('nowhere', name);
    expect(await backup(name)).toEqual(
      refused(69, `${name} exists: remove it, or name another file.\n`),
    );
    expect(readdirSync(folder)).toEqual(['b.gz']);
  });

  it('does not write a file that another process writes', async () => {
    writeFileSync(`${name}.part`, 'rows');
    const { code, stderr } = await backup(name);
    expect(code).toBe(69);
    expect(stderr).toContain(`${name}.part exists: another process writes ${name}.`);
    expect(readFileSync(`${name}.part`, 'utf8')).toBe('rows');
  });

  it.each(['-', ''])('exits with 64 for %j instead of a file', async (word) => {
    expect(await backup(word)).toEqual(
      refused(64, `"${word}" is not the name of a file: name a new file\n`),
    );
  });
});
