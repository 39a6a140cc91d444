import { join } from 'node:path';
import { CannotStart } from '../../src/base/config/cannot-start.js';
import { connectionProblem } from '../../src/database/engines/connection-problem.js';
import { SqliteConnection } from '../../src/database/engines/sqlite-connection.js';
import { freshFile } from '../support/database.js';
import { readConfig } from '../support/internals.js';

const FILE = readConfig({ DATABASE_URL: 'sqlite:f.sqlite' }).database;
const SERVER = readConfig({
  DATABASE_URL: 'mariadb://forgenote:secret@db.example.org/forgenote',
  SECRET_KEY: 'k'.repeat(40),
}).database;
const failure = (properties: object) => Object.assign(new Error('some failure'), properties);
const sentenceOf = async (error: unknown, database = FILE) => {
  const problem = await connectionProblem(error, database);
  expect(problem).toBeInstanceOf(CannotStart);
  return (problem as CannotStart).message;
};

/** What SQLite throws when its file may not grow. */
async function full(): Promise<unknown> {
  const folder = await freshFile();
  const connection = new SqliteConnection(join(folder.url.replace(/^sqlite:/, '')));
  try {
    connection.fixed('CREATE TABLE t (x)').run();
    connection.pragma('max_page_count = 2');
    connection.fixed('INSERT INTO t VALUES (zeroblob(100000))').run();
    return null;
  } catch (error) {
    return error;
  } finally {
    connection.close();
    await folder.drop();
  }
}

describe('connectionProblem', () => {
  it('says that no space is left for a file', async () => {
    const sentence = 'No space is left for the database f.sqlite: free space, then run this again.';
    expect(await sentenceOf(await full())).toBe(sentence);
    expect(await sentenceOf(failure({ code: 'ENOSPC', syscall: 'link' }))).toBe(sentence);
  });

  it.each([
    { errno: 1114, sqlMessage: "The table 'notes' is full" },
    { errno: 1021, sqlMessage: 'Disk full (/tmp); waiting for someone to free some space...' },
    { errno: 1030, message: 'Got error 28 "No space left on device" from storage engine InnoDB' },
  ])('says that no space is left on a server: %j', async (properties) => {
    expect(await sentenceOf(failure(properties), SERVER)).toBe(
      'No space is left for the database forgenote on db.example.org:3306: free space, then run this again.',
    );
  });

  it.each([{ errcode: 11 }, { errcode: 267 }, { errcode: 779 }])(
    'says that a file is damaged: %j',
    async (properties) => {
      expect(await sentenceOf(failure(properties))).toBe(
        'The database f.sqlite is damaged (some failure): restore the last backup.',
      );
    },
  );

  it('says that a file cannot be opened only if opening failed', async () => {
    const cases = [{ errcode: 14 }, { code: 'EACCES', syscall: 'mkdir' }];
    for (const properties of cases)
      expect(await sentenceOf(failure(properties))).toMatch(/cannot be opened .*DATABASE_URL/);
    for (const properties of [{ errcode: 8 }, { errcode: 10 }, { code: 'EIO', syscall: 'link' }])
      expect(await sentenceOf(failure(properties))).not.toMatch(/cannot be opened|DATABASE_URL/);
  });

  it.each([FILE, SERVER])(
    'leaves errors of other origin to the caller: $kind',
    async (database) => {
      for (const properties of [{}, { code: 'ERR_INVALID_ARG_TYPE' }]) {
        const error = failure(properties);
        expect(await connectionProblem(error, database)).toBe(error);
      }
    },
  );
});
