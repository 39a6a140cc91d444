import { randomBytes } from 'node:crypto';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { createDatabase, type FreshDatabase } from './database.js';
import { IS_SERVER, SERVER_URL } from './environment.js';
import { ABOUT_TABLES, fileWithTables } from './file-with-tables.js';
import { threadsOf, type Thread } from './threads.js';

/**
 * Databases of closed forges of this worker: they have the tables of the service and no rows. A server takes a second
 * or more to create the tables, and some milliseconds to delete the rows.
 */
const free: string[] = [];
/** What `describeSchema` returns for a database that no test has changed. */
let expectedSchema: string | undefined;

/** An empty database, or one with the empty tables of the service. */
export interface ReusedDatabase extends FreshDatabase {
  /** Call when a service has created the tables, before a test can change them. */
  hasTables(): Promise<void>;
}

/** For the forge of a test file. Tests of migrations take `freshDatabase`. */
export async function reusedDatabase(): Promise<ReusedDatabase> {
  if (!IS_SERVER) return fileWithTables();
  const name = free.pop() ?? (await create());
  return {
    url: new URL(`/${name}`, SERVER_URL).href,
    hasTables: async () => {
      expectedSchema ??= await onServer((connection) => describeSchema(connection, name));
    },
    drop: () => release(name),
  };
}

/** Keeps the database for the next forge, or drops it. @throws the error of the check, after the database is dropped */
async function release(name: string): Promise<void> {
  // Each with a connection of its own: the error may have closed the first one.
  const remove = () => onServer((connection) => connection.query(`DROP DATABASE ${name}`));
  let isEmpty: boolean;
  try {
    isEmpty = await onServer((connection) => emptyIfReusable(connection, name));
  } catch (error) {
    // `clean-up.js` drops it at the end of the run if this fails too. The first error says why.
    await remove().catch(() => undefined);
    throw error;
  }
  if (isEmpty) free.push(name);
  else await remove();
}

async function emptyIfReusable(connection: Connection, name: string): Promise<boolean> {
  if (!(await isReusable(connection, name))) return false;
  await deleteRows(connection, name);
  return true;
}

/** `clean-up.js` finds these names at the end of the run. */
async function create(): Promise<string> {
  const name = `forgenote_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer((connection) => connection.query(createDatabase(name)));
  return name;
}

/** Not if a test has changed a table, or if a process still uses the database. */
async function isReusable(connection: Connection, name: string): Promise<boolean> {
  const url = new URL(`/${name}`, SERVER_URL).href;
  const users = await threadsOf(url, async (text) => (await connection.query<Thread[]>(text))[0]);
  return users.length === 0 && (await describeSchema(connection, name)) === expectedSchema;
}

/** All columns, indexes, triggers and applied migrations. */
async function describeSchema(connection: Connection, name: string): Promise<string> {
  const parts: RowDataPacket[][] = [];
  for (const sql of [
    `SELECT table_name, column_name, column_type, is_nullable, collation_name
     FROM information_schema.columns WHERE table_schema = ? ORDER BY 1, 2`,
    `SELECT table_name, index_name, non_unique, seq_in_index, column_name
     FROM information_schema.statistics WHERE table_schema = ? ORDER BY 1, 2, 4`,
    'SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = ? ORDER BY 1',
  ])
    parts.push((await connection.query<RowDataPacket[]>(sql, [name]))[0]);
  // The service may have refused to start on the empty database.
  if (parts[0]?.length === 0) return '';
  const [applied] = await connection.query<RowDataPacket[]>(
    `SELECT name FROM ${name}.migrations ORDER BY id`,
  );
  const [compatible] = await connection.query<RowDataPacket[]>(
    `SELECT oldest_migration FROM ${name}.schema_compatibility`,
  );
  return JSON.stringify([...parts, applied, compatible]);
}

/** The next rows get the ids of a new database. */
async function deleteRows(connection: Connection, name: string): Promise<void> {
  // MySQL otherwise remembers the counters of tables for a day. MariaDB skips the comment.
  await connection.query('/*!80000 SET SESSION information_schema_stats_expiry = 0 */');
  const [tables] = await connection.query<
    ({ name: string; next: number | null } & RowDataPacket)[]
  >(
    `SELECT table_name AS name, auto_increment AS next FROM information_schema.tables
     WHERE table_schema = ? AND table_name NOT IN (?)`,
    [name, ABOUT_TABLES],
  );
  await connection.query('SET SESSION foreign_key_checks = 0');
  for (const table of tables) {
    await connection.query(`DELETE FROM ${name}.\`${table.name}\``);
    if ((table.next ?? 1) > 1)
      await connection.query(`ALTER TABLE ${name}.\`${table.name}\` AUTO_INCREMENT = 1`);
  }
}

async function onServer<Result>(run: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await createConnection(SERVER_URL);
  try {
    return await run(connection);
  } finally {
    await connection.end();
  }
}
