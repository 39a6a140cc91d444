/** Jest's globalTeardown: drops the databases that the workers of this run have left on the server under test. */
import { createConnection } from 'mysql2/promise';

export default async function dropDatabases() {
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
