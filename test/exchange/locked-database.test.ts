import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { createConnection } from 'mysql2/promise';
import { startForge, type Forge } from '../support/app.js';
import { Program } from '../support/program.js';
import { exportTo } from './sample-forge.js';

/** A request has 14 s. */
const LOCKED_MS = 15_000;

let forge: Forge;
let program: Program;
beforeEach(async () => {
  forge = await startForge();
  program = new Program();
});
afterEach(async () => {
  await program.remove();
  await forge.close();
});

/** Locks what the commands need, but not the service's start. Returns what ends the lock. */
async function lock(): Promise<() => Promise<void> | void> {
  const url = forge.settings.DATABASE_URL;
  if (url.startsWith('sqlite:')) {
    const file = new DatabaseSync(url.slice('sqlite:'.length));
    file.exec('BEGIN IMMEDIATE');
    return () => {
      file.close();
    };
  }
  const connection = await createConnection(url);
  await connection.query('LOCK TABLES project_members WRITE');
  return () => connection.end();
}

async function runLocked(...words: string[]): Promise<void> {
  const unlock = await lock();
  program.start(forge.settings, ...words);
  await delay(LOCKED_MS);
  await unlock();
  expect([await program.exit(), program.stderr]).toEqual([0, '']);
}

it('exports from a database that is locked for longer than a request may take', async () => {
  const ada = await forge.seed.user();
  await forge.seed.project(ada);
  await runLocked('export', 'e.jsonl', '--json');
  expect(JSON.parse(program.stdout)).toMatchObject({ lines: 3 });
});

it('imports into a database that is locked for longer than a request may take', async () => {
  const source = await startForge();
  const ada = await source.seed.user({ username: 'ada' });
  await source.seed.project(ada);
  await exportTo(source, join(program.folder, 'e.jsonl'));
  await source.close();
  await runLocked('import', 'e.jsonl', '--json');
  expect(JSON.parse(program.stdout)).toMatchObject({ created: { user: 1, project: 1 } });
});
