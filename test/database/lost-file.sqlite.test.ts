import { copyFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
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
const ready = async () => (await fetch(`${forge.url}/health/ready`)).status;
const projects = async () => (await forge.root.get('/projects')).headers.get('x-total');
const UNAVAILABLE = answered(503, { message: '503 Service Unavailable' });
const reasons = () => logged.filter((line) => /The database (file|is damaged)/.test(line));

/** Another connection, as of the command line of SQLite. */
function another(...statements: string[]): void {
  const connection = new DatabaseSync(file);
  for (const statement of statements) connection.exec(statement);
  connection.close();
}

/** If a read finds the damage before a write looks at the file, the log says that the database is damaged. */
const CHANGED_OR_DAMAGED = /was changed by another program|is damaged/;

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
  ['the file was cut off', () => truncate(file, 8192), CHANGED_OR_DAMAGED],
  ['the log was emptied', () => truncate(`${file}-wal`, 0), /was changed by another program/],
  [
    'another database was copied over the file',
    async () => {
      const other = new DatabaseSync(`${file}.other`);
      other.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)');
      other.close();
      await copyFile(`${file}.other`, file);
    },
    CHANGED_OR_DAMAGED,
  ],
  [
    'garbage was written over the file',
    () => writeFile(file, 'x'.repeat(50_000)),
    CHANGED_OR_DAMAGED,
  ],
];

describe('the embedded database', () => {
  beforeEach(() => {
    // Everything is in the main file, and the log is not empty.
    another('PRAGMA wal_checkpoint(PASSIVE)');
  });

  it.each(FAULTS)('refuses writes and is not ready if %s', async (_, damage, reason) => {
    expect((await create()).status).toBe(201);
    await damage();
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await ready()).toBe(503);
    expect(reasons()).toEqual([expect.stringMatching(reason)]);
  });

  it('continues when the deleted file is back', async () => {
    await rename(file, `${file}.away`);
    expect(await create()).toEqual(UNAVAILABLE);
    await rename(`${file}.away`, file);
    expect((await create()).status).toBe(201);
    expect(await ready()).toBe(200);
    expect(await projects()).toBe('2');
  });

  it('refuses writes if the file was emptied while another process writes to it too', async () => {
    another('CREATE TABLE things (id INTEGER PRIMARY KEY)');
    expect((await create()).status).toBe(201);
    await truncate(file, 0);
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await ready()).toBe(503);
    expect(reasons()).toContainEqual(expect.stringMatching(/was emptied|is damaged/));
  });

  it('refuses writes if the file was truncated while another process writes to it too', async () => {
    await sql(forge, 'CREATE TABLE filler (text TEXT)');
    await sql(forge, 'INSERT INTO filler VALUES (hex(zeroblob(300000)))');
    another('CREATE TABLE things (id INTEGER PRIMARY KEY)', 'PRAGMA wal_checkpoint(PASSIVE)');
    expect((await create()).status).toBe(201);
    another('INSERT INTO things VALUES (1)');
    // All pages that a project needs are still there, so that SQLite itself notices nothing.
    await truncate(file, (await stat(file)).size - 200_000);
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await create()).toEqual(UNAVAILABLE);
    expect(await ready()).toBe(503);
    expect(reasons()).toEqual([expect.stringMatching(/sqlite was truncated/)]);
  });

  it('accepts that another process adds pages, which are in the log first', async () => {
    another('CREATE TABLE filler (text TEXT)', 'PRAGMA wal_checkpoint(PASSIVE)');
    expect((await create()).status).toBe(201);
    another('PRAGMA wal_checkpoint(PASSIVE)', 'INSERT INTO filler VALUES (hex(zeroblob(300000)))');
    expect((await create()).status).toBe(201);
    expect(await ready()).toBe(200);
    expect(reasons()).toEqual([]);
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
    expect(await ready()).toBe(200);
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
