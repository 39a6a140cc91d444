import { copyFile, rename, rm, truncate } from 'node:fs/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { Logger } from '@nestjs/common';
import { startForge, type Forge } from '../support/app.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { sql } from '../support/internals.js';
import { answered } from '../support/expected-responses.js';

let database: FreshDatabase;
let forge: Forge;
let file: string;
let logged: string[];

beforeEach(async () => {
  database = await freshFile();
  file = database.url.replace('sqlite:', '');
  forge = await startForge({ DATABASE_URL: database.url });
  logged = [];
  // Without errors: those of requests repeat the reason.
  const record = (line: string | { message?: string }) =>
    void logged.push(typeof line === 'string' ? line : (line.message ?? ''));
  Logger.overrideLogger({ log: record, warn: record, error: record });
  expect((await create()).status).toBe(201);
});
afterEach(async () => {
  Logger.overrideLogger(false);
  await forge.close();
  await database.drop();
});

let count = 0;
const create = () => forge.root.post('/projects', { name: `project-${++count}` });
const ready = async () => {
  const response = await fetch(`${forge.url}/health/ready`);
  const { message } = (await response.json()) as { message?: string };
  return { status: response.status, message };
};
const LOST = {
  status: 503,
  message: '503 Service Unavailable - The database file was deleted, replaced or emptied',
};
const projects = async () => (await forge.root.get('/projects')).headers.get('x-total');
const UNAVAILABLE = answered(503, { message: '503 Service Unavailable' });
const reasons = () => logged.filter((line) => /The database (file|is damaged)/.test(line));

/** Another connection, as of the command line of SQLite. */
function another(...statements: string[]): void {
  const connection = new DatabaseSync(file);
  for (const statement of statements) connection.exec(statement);
  connection.close();
}

const FAULTS: [string, () => Promise<unknown>, RegExp][] = [
  ['the file was deleted', () => rm(file), /sqlite was deleted/],
  ['the log was deleted', () => rm(`${file}-wal`), /-wal was deleted/],
  ['the index of the log was deleted', () => rm(`${file}-shm`), /-shm was deleted/],
  [
    'the file was replaced',
    async () => {
      await copyFile(file, `${file}.copy`);
      await rename(`${file}.copy`, file);
    },
    /sqlite was replaced/,
  ],
  ['the file was emptied', () => truncate(file, 0), /was emptied|is damaged/],
];

describe('the embedded database', () => {
  it.each(FAULTS)('refuses writes and is not ready if %s', async (what, damage, reason) => {
    // Everything is in the main file, and the log is not empty.
    another('PRAGMA wal_checkpoint(PASSIVE)');
    expect((await create()).status).toBe(201);
    await damage();
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await ready()).toEqual(
      what === 'the file was emptied'
        ? { ...LOST, message: expect.stringMatching(/emptied|damaged/) as string }
        : LOST,
    );
    expect(reasons()).toEqual([expect.stringMatching(reason)]);
  });

  it('refuses writes until a restart, also when the deleted file is back', async () => {
    await rename(file, `${file}.away`);
    expect(await create()).toEqual(UNAVAILABLE);
    await rename(`${file}.away`, file);
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await ready()).toEqual(LOST);
    await forge.app.close();
    forge = await startForge({ DATABASE_URL: database.url });
    expect((await create()).status).toBe(201);
    expect(await projects()).toBe('2');
  });

  it.each([
    ['writes and moves the log into the file', ['CREATE TABLE t (id)', 'PRAGMA wal_checkpoint']],
    ['moves the log into the file', ['PRAGMA wal_checkpoint(PASSIVE)']],
    ['empties the log', ['PRAGMA wal_checkpoint(TRUNCATE)']],
    ['makes the file smaller', ['VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)']],
  ])('accepts that another process %s', async (_, statements) => {
    await sql(forge, 'CREATE TABLE filler (text TEXT)');
    await sql(forge, 'INSERT INTO filler VALUES (hex(zeroblob(3000000)))');
    await sql(forge, 'DROP TABLE filler');
    expect((await create()).status).toBe(201);
    another(...statements);
    expect((await create()).status).toBe(201);
    expect(await ready()).toMatchObject({ status: 200 });
    expect(reasons()).toEqual([]);
  });

  it('accepts its own checkpoints', async () => {
    await sql(forge, 'CREATE TABLE filler (text TEXT)');
    for (let i = 0; i < 5; i++) {
      await sql(forge, 'INSERT INTO filler VALUES (hex(zeroblob(3000000)))');
      expect((await create()).status).toBe(201);
    }
    expect(reasons()).toEqual([]);
  });
});
