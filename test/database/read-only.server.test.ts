import { createConnection } from 'mysql2/promise';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { SERVER_URL } from '../support/environment.js';

let database: FreshDatabase;
let forge: Forge;
let account: string;

async function onServer(...statements: string[]): Promise<void> {
  const connection = await createConnection(SERVER_URL);
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
}

beforeEach(async () => {
  database = await freshDatabase();
  forge = await startForge({ DATABASE_URL: database.url });
  expect((await forge.root.post('/projects', { name: 'kept' })).status).toBe(201);
  await forge.app.close();
  const name = new URL(database.url).pathname.slice(1);
  // A name of at most 32 characters.
  const reader = name.replace('forgenote_test', 'reader');
  account = `${reader}@'%'`;
  await onServer(`CREATE USER ${account}`, `GRANT SELECT ON ${name}.* TO ${account}`);
  const url = new URL(database.url);
  url.username = reader;
  url.password = '';
  forge = await startForge({ DATABASE_URL: url.href });
});
afterEach(async () => {
  await forge.close();
  await onServer(`DROP USER ${account}`);
  await database.drop();
});

describe('an account that may only read the database', () => {
  it('is enough to start on an up-to-date database and to answer reads', async () => {
    const { status, headers } = await forge.root.get('/projects');
    expect([status, headers.get('x-total')]).toEqual([200, '1']);
    expect((await fetch(`${forge.url}/health/ready`)).status).toBe(200);
  });
});
