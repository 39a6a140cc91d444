import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copiedContent, allContent } from '../support/all-content.js';
import { startForge, type Forge } from '../support/app.js';
import {
  freshDatabase,
  freshFile,
  freshOnMariadb,
  type FreshDatabase,
} from '../support/database.js';
import { ENGINE_UNDER_TEST } from '../support/environment.js';
import { brokenRules } from '../support/invariants.js';
import { addEvents } from '../support/many-rows.js';
import { runCommand } from '../support/run-command.js';

const SECRET_KEY = 'k'.repeat(40);
/** More than one statement inserts. */
const EVENTS = 600;

let folder: string;
let databases: FreshDatabase[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-backup-'));
  databases = [];
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const database of databases) await database.drop();
});

async function fresh(make: () => Promise<FreshDatabase>): Promise<string> {
  const database = await make();
  databases.push(database);
  return database.url;
}

async function fill(forge: Forge): Promise<void> {
  const owner = await forge.seed.user({ name: 'Zoë 👍🏽', bio: '' });
  const issue = await forge.seed.issue(await forge.seed.project(owner), owner);
  await forge.seed.note(issue, owner);
  await addEvents(forge, issue, owner, EVENTS);
}

async function run(DATABASE_URL: string, ...words: string[]): Promise<void> {
  expect(await runCommand({ SECRET_KEY, DATABASE_URL }, words)).toMatchObject({ code: 0 });
}
async function copy(from: string, to: string, file: string): Promise<void> {
  await run(from, 'backup', join(folder, file));
  await run(to, 'restore', join(folder, file));
}

/** A run on MySQL needs MariaDB too: it starts it, or fails. */
const OTHERS: [name: string, make: () => Promise<FreshDatabase>][] = [['SQLite', freshFile]];
if (ENGINE_UNDER_TEST === 'mysql') OTHERS.push(['MariaDB', freshOnMariadb]);

describe('forgenote backup and restore', () => {
  it.each(OTHERS)(
    'bring every row to %s and back, and the service works there',
    async (_, make) => {
      const [source, other, back] = [
        await fresh(freshDatabase),
        await fresh(make),
        await fresh(freshDatabase),
      ];
      const forge = await startForge({ DATABASE_URL: source, SECRET_KEY });
      await fill(forge);
      await forge.close();
      await copy(source, other, 'there.gz');
      expect((await copiedContent(other)).content).toEqual(await allContent(source));
      const there = await startForge({ DATABASE_URL: other, SECRET_KEY });
      expect(await brokenRules(there)).toEqual({});
      expect((await there.root.post('/projects', { name: 'there' })).status).toBe(201);
      await there.close();
      await copy(other, back, 'back.gz');
      expect((await copiedContent(back)).content).toEqual(await allContent(other));
      const again = await startForge({ DATABASE_URL: back, SECRET_KEY });
      expect(await brokenRules(again)).toEqual({});
      expect((await again.root.post('/projects', { name: 'back' })).status).toBe(201);
      await again.close();
    },
  );
});
