import { truncate } from 'node:fs/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
const WORKERS = 3;
const ROUNDS = 8;

let program: Program;
let database: FreshDatabase;
let url: string;

beforeEach(async () => {
  program = new Program();
  database = await freshFile();
  program.start({
    ...{ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN },
    ...{ WORKERS: String(WORKERS), DRAIN_TIME: '0' },
  });
  url = await program.address();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

let count = 0;
/** Each request on a new connection, so that it may reach another worker. */
const create = async (): Promise<number> => {
  const response = await fetch(`${url}/api/v3/projects`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN, connection: 'close' },
    body: new URLSearchParams({ name: `Project ${++count}` }),
  });
  return response.status;
};
const createMany = () => Promise.all(Array.from({ length: WORKERS * ROUNDS }, create));

describe('several workers on a SQLite file', () => {
  it('all refuse writes after the file was truncated, beginning with the next one', async () => {
    expect(new Set(await createMany())).toEqual(new Set([201]));
    const file = database.url.replace('sqlite:', '');
    const other = new DatabaseSync(file);
    other.exec('PRAGMA wal_checkpoint(PASSIVE)');
    other.close();
    expect(new Set(await createMany())).toEqual(new Set([201]));
    await truncate(file, 8192);
    expect(await create()).toBe(503);
    expect(new Set(await createMany())).toEqual(new Set([503]));
  });

  it('accept the checkpoints of each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      expect(new Set(await createMany())).toEqual(new Set([201]));
      const other = new DatabaseSync(database.url.replace('sqlite:', ''));
      other.exec('PRAGMA wal_checkpoint(PASSIVE)');
      other.close();
    }
  });
});
