import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
let program: Program;
let database: FreshDatabase;
beforeEach(async () => {
  program = new Program();
  database = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

const check = (url: string) => {
  program.stdout = program.stderr = '';
  program.start({ SECRET_KEY, DATABASE_URL: url }, 'check');
  return program.exit();
};

describe('forgenote check with a database server', () => {
  it('names the version, and the state of the tables before and after the first start', async () => {
    expect(await check(database.url)).toBe(0);
    expect(program.stdout).toMatch(/ answers with version \d\S*, and has no tables yet/);
    program.start({ SECRET_KEY, DATABASE_URL: database.url, DRAIN_TIME: '0' });
    await program.address();
    program.signal('SIGTERM');
    await program.exit();
    expect(await check(database.url)).toBe(0);
    expect(program.stdout).toMatch(/ answers with version \d\S*, and is up to date/);
  });

  it('exits with 69 if the database is missing, and prints the statements that create it', async () => {
    const url = new URL(database.url);
    url.pathname = '/forge_that_is_missing';
    expect(await check(url.href)).toBe(69);
    expect(program.stderr).toMatch(/^The database forge_that_is_missing on \S+ does not exist/);
    expect(program.stderr).toContain('CREATE DATABASE IF NOT EXISTS `forge_that_is_missing`');
  });

  it('exits with 69 for the tables of another program, as a start does, and changes nothing', async () => {
    const connection = await createConnection(database.url.replace('mariadb:', 'mysql:'));
    await connection.query('CREATE TABLE invoices (id int)');
    const refused = /is not a Forgenote database: it has the tables invoices of another program/;
    expect(await check(database.url)).toBe(69);
    expect(program.stderr).toMatch(refused);
    program.start({ SECRET_KEY, DATABASE_URL: database.url });
    expect(await program.exit()).toBe(69);
    expect(program.stderr).toMatch(refused);
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    expect(tables).toHaveLength(1);
    await connection.end();
  });

  it('exits with 78 if the key is not that of the data', async () => {
    program.start({ SECRET_KEY, DATABASE_URL: database.url, DRAIN_TIME: '0' });
    await program.address();
    program.signal('SIGTERM');
    await program.exit();
    program.start({ SECRET_KEY: 'x'.repeat(40), DATABASE_URL: database.url }, 'check');
    expect(await program.exit()).toBe(78);
    expect(program.stderr).toMatch(/SECRET_KEY does not decrypt the private tokens/);
  });
});
