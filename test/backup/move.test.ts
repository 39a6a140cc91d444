import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForge, type Forge } from '../support/app.js';
import { ENGINE_UNDER_TEST, IS_SERVER } from '../support/environment.js';
import {
  freshDatabase,
  freshFile,
  freshOnMariadb,
  type FreshDatabase,
} from '../support/database.js';
import { brokenRules } from '../support/invariants.js';
import { Program } from '../support/program.js';
import { allContent, copiedContent } from '../support/all-content.js';

let program: Program;
let databases: FreshDatabase[];
beforeEach(() => {
  program = new Program();
  databases = [];
});
afterEach(async () => {
  await program.remove();
  for (const database of databases) await database.drop();
});

async function fresh(make: () => Promise<FreshDatabase>): Promise<string> {
  const database = await make();
  databases.push(database);
  return database.url;
}
const move = (from: string, to: string, ...words: string[]) => {
  program.stdout = program.stderr = '';
  program.start({}, 'move', '--from', from, '--to', to, ...words);
  return program.exit();
};

/** A stopped service's database with some content. */
async function filled(): Promise<string> {
  const url = await fresh(freshDatabase);
  const forge = await startForge({ DATABASE_URL: url });
  await fill(forge);
  await forge.close();
  return url;
}

const rowsOf = (content: Record<string, object[]>): number =>
  Object.values(content).reduce((sum, rows) => sum + rows.length, 0);

async function fill(forge: Forge): Promise<void> {
  const owner = await forge.seed.user({ name: 'Zoë 👍🏽', bio: '' });
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  for (let n = 0; n < 600; n++) await forge.seed.note(issue, owner);
}

/** Where a database can go. A run on MySQL needs MariaDB too: it starts it, or fails. */
const OTHERS: [name: string, make: () => Promise<FreshDatabase>][] = [['a file', freshFile]];
if (ENGINE_UNDER_TEST === 'mysql') OTHERS.push(['MariaDB', freshOnMariadb]);

describe('forgenote move', () => {
  it.each(OTHERS)(
    'moves every row to %s and back, and the service works there',
    async (_, make) => {
      const [source, other, back] = [await filled(), await fresh(make), await fresh(freshDatabase)];
      const before = await allContent(source);
      expect(await move(source, other)).toBe(0);
      expect(program.stdout).toMatch(/^Moved and compared \d+ rows in [\d.]+ s\. Set DATABASE_URL/);
      const moved = await copiedContent(other);
      expect(moved.content).toEqual(before);
      expect(moved.event).toMatchObject({
        ...{ action: 'database.moved', origin: 'command line', subject_type: 'database' },
        details: JSON.stringify({ rows: rowsOf(before), from: IS_SERVER ? 'mysql' : 'sqlite' }),
      });
      const there = await allContent(other);
      expect(await move(other, back, '--json')).toBe(0);
      expect(JSON.parse(program.stdout)).toMatchObject({ tables: { notes: 600 } });
      expect((await copiedContent(back)).content).toEqual(there);
      expect(await allContent(source)).toEqual(before);
      const forge = await startForge({ DATABASE_URL: back });
      expect(await brokenRules(forge)).toEqual({});
      expect((await forge.root.post('/projects', { name: 'after' })).status).toBe(201);
      await forge.close();
    },
  );

  it('refuses while a service uses the source', async () => {
    const source = await fresh(freshDatabase);
    const forge = await startForge({ DATABASE_URL: source });
    expect(await move(source, await fresh(freshFile))).toBe(69);
    expect(program.stderr).toMatch(/^A service uses the database of --from/);
    await forge.close();
  });

  describe('without --from', () => {
    /** Names the source as a container does. */
    async function moveFrom(source: string, ...words: string[]): Promise<number | null> {
      const file = join(program.folder, 'database-url');
      writeFileSync(file, `${source}\n`, { mode: 0o600 });
      program.stdout = program.stderr = '';
      const settings = { DATABASE_URL_FILE: file, SECRET_KEY: 'k'.repeat(40) };
      program.start(settings, 'move', ...words);
      return program.exit();
    }

    it('moves the database that DATABASE_URL_FILE names', async () => {
      const [source, target] = [await filled(), await fresh(freshFile)];
      // Of another service, in the folder in which the command runs.
      const other = new Program('main.js', [], program.folder);
      other.start({ DRAIN_TIME: '0' });
      await other.address();
      other.signal('SIGTERM');
      expect(await other.exit()).toBe(0);
      const before = await allContent(source);
      expect(await moveFrom(source, '--to', target)).toBe(0);
      expect((await copiedContent(target)).content).toEqual(before);
    });

    it('refuses while a service uses that database', async () => {
      const source = await fresh(freshDatabase);
      const forge = await startForge({ DATABASE_URL: source });
      expect(await moveFrom(source, '--to', await fresh(freshFile))).toBe(69);
      expect(program.stderr).toMatch(/^A service uses the database of DATABASE_URL/);
      await forge.close();
    });

    it('exits with 78 for a setting that is wrong, as every command', async () => {
      program.start({ DATABASE_URL_FILE: 'no' }, 'move', '--to', await fresh(freshFile));
      expect(await program.exit()).toBe(78);
      expect(program.stderr).toMatch(/^DATABASE_URL_FILE names a file that cannot be read/);
    });
  });

  it('exits with 78 for a wrong address, without repeating it', async () => {
    expect(await move('postgres://me:canary-4711@host/db', 'sqlite:x')).toBe(78);
    expect(program.stderr).toMatch(/^--from must be sqlite:PATH/);
    expect(program.stderr).not.toContain('canary');
  });

  it('names the option of a source that is no database', async () => {
    writeFileSync(join(program.folder, 'service.log'), 'The service has started. '.repeat(100));
    expect(await move('sqlite:service.log', 'sqlite:x.sqlite')).toBe(69);
    expect(program.stderr).toMatch(/^The file service\.log is not .* Correct --from\.\n$/);
  });

  if (IS_SERVER)
    it('names the option of a target that has tables', async () => {
      const source = await filled();
      expect(await move(source, source)).toBe(69);
      expect(program.stderr).toMatch(/create an empty database and name it in --to\.\n$/);
    });

  it('exits with 69 for a source that does not exist, and creates nothing', async () => {
    expect(await move('sqlite:no/f.sqlite', 'sqlite:x.sqlite')).toBe(69);
    expect(program.stderr).toMatch(/^The database no\/f\.sqlite does not exist/);
  });
});
