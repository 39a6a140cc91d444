/** Jest's globalTeardown: removes what the workers of this run have left. */
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export default async function cleanUp() {
  await dropDatabases();
  await removeFolders();
}

/** Of the server under test. */
async function dropDatabases() {
  // Jest requires this file, and only an import compiles TypeScript.
  const { IS_SERVER, SERVER_URL } = await import('./environment.js');
  if (!IS_SERVER) return;
  const connection = await createConnection(SERVER_URL);
  try {
    const prefix = `forgenote_test_${process.pid}_`;
    const [databases] = await connection.query(
      'SELECT schema_name AS name FROM information_schema.schemata WHERE LEFT(schema_name, ?) = ?',
      [prefix.length, prefix],
    );
    for (const { name } of databases) await connection.query(`DROP DATABASE ${name}`);
  } finally {
    await connection.end();
  }
}

/** Of LDAP servers, which have ended with their workers. */
async function removeFolders() {
  const ofThisRun = new RegExp(`^forgenote-(slapd|ds389)-${process.pid}-`);
  for (const name of await readdir(tmpdir()))
    if (ofThisRun.test(name)) await rm(join(tmpdir(), name), { recursive: true, force: true });
}
