import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { expectRefusal, runCommand } from '../support/run-command.js';
import { startAndStop } from '../support/service.js';

const SECRET_KEY = 'k'.repeat(40);
let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const check = (DATABASE_URL: string, key = SECRET_KEY) =>
  runCommand({ SECRET_KEY: key, DATABASE_URL, PORT: '0' }, ['check']);

describe('forgenote check with a database server', () => {
  it('names the version, and the state of the tables before and after the first start', async () => {
    expect(await check(database.url)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        / answers with version \d\S*, and has no tables yet/,
      ) as unknown,
    });
    await startAndStop({ SECRET_KEY, DATABASE_URL: database.url });
    expect(await check(database.url)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ answers with version \d\S*, and is up to date/) as unknown,
    });
    expect(await check(database.url, 'x'.repeat(40))).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('SECRET_KEY does not decrypt the private tokens') as unknown,
    });
  });

  it('exits with 69 if the database is missing, and prints the statements that create it', async () => {
    const url = new URL(database.url);
    url.pathname = '/forge_that_is_missing';
    const { code, stderr } = await check(url.href);
    expect(code).toBe(69);
    expect(stderr).toMatch(/^The database forge_that_is_missing on \S+ does not exist/);
    expect(stderr).toContain('CREATE DATABASE IF NOT EXISTS `forge_that_is_missing`');
  });

  it('exits with 69 for the tables of another program, as a start does, and changes nothing', async () => {
    const connection = await createConnection(database.url.replace('mariadb:', 'mysql:'));
    await connection.query('CREATE TABLE invoices (id int)');
    const refused = /is not a Forgenote database: it has the tables invoices of another program/;
    expect(await check(database.url)).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(refused) as unknown,
    });
    await expectRefusal({ SECRET_KEY, DATABASE_URL: database.url }, refused);
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    expect(tables).toHaveLength(1);
    await connection.end();
  });
});
