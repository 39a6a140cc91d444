import { RequestScope } from '../../src/database/request-scope.js';
import { createConnection } from 'mysql2/promise';
import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Proxy } from '../support/proxy.js';
import { threadsOf, type Thread } from '../support/threads.js';

let database: FreshDatabase;
let proxy: Proxy;
let forge: Forge;

const NAME = statement<{ name: string }>('SELECT name FROM users WHERE id = 1');
const RENAME = statement('UPDATE users SET name = CONCAT(name, :text) WHERE id = 1');
const nameOf = async () => (await forge.app.get(Database).row(NAME))?.name ?? '';

const summarize = async (answer: Promise<Answer>) => {
  const { status, body, headers } = await answer;
  return { status, summary: [status, body, headers.get('retry-after')] };
};
const UNAVAILABLE = [503, { message: '503 Service Unavailable' }, '5'];
const create = (name: string) => summarize(forge.root.post('/projects', { name }));
const sendMany = (name: string) =>
  Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      i % 2 ? create(`${name}-${i}`) : summarize(forge.root.get('/users')),
    ),
  );
const expectSuccess = async (name: string) => {
  const answers = await sendMany(name);
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 2 ? 201 : 200)));
};

/** Closes every connection of the service on the server. */
async function killConnections(): Promise<void> {
  const connection = await createConnection(database.url);
  const query = async (text: string) => (await connection.query<Thread[]>(text))[0];
  for (const { Id } of await threadsOf(database.url, query))
    await connection.query(`KILL ${Id}`).catch((error: unknown) => {
      // The service has ended it in the meantime.
      if ((error as { errno: number }).errno !== 1094) throw error;
    });
  await connection.end();
}

describe('the service with a database server', () => {
  beforeAll(async () => {
    database = await freshDatabase();
    const url = new URL(database.url);
    proxy = new Proxy(url.hostname, Number(url.port || 3306));
    url.port = String(await proxy.open());
    forge = await startForge({ DATABASE_URL: url.href });
  });
  afterAll(() => forge.close());
  afterAll(() => proxy.close());
  afterAll(() => database.drop());

  it('returns 503 while the server does not respond, and recovers', async () => {
    await expectSuccess('before');
    proxy.stalled = true;
    for (const { summary } of await sendMany('stalled')) expect(summary).toEqual(UNAVAILABLE);
    proxy.stalled = false;
    expect((await create('first')).status).toBe(201);
    await expectSuccess('after');
  });

  it('returns 503 if the server is slow', async () => {
    proxy.delayMs = 1_500;
    const { summary } = await create('slow');
    proxy.delayMs = 0;
    expect(summary).toEqual(UNAVAILABLE);
    expect((await create('fast')).status).toBe(201);
  });

  it('returns 503 while the server refuses connections, except for the liveness check', async () => {
    await proxy.close();
    for (const { summary } of await sendMany('refused')) expect(summary).toEqual(UNAVAILABLE);
    expect((await forge.root.get(`${forge.url}/health`)).status).toBe(200);
    expect((await forge.root.get(`${forge.url}/health/ready`)).status).toBe(503);
    await proxy.open();
    await expectSuccess('reopened');
    expect((await forge.root.get(`${forge.url}/health/ready`)).status).toBe(200);
  });

  it('reconnects without an error after the server has closed all connections', async () => {
    for (let round = 0; round < 5; round++) {
      await killConnections();
      await expectSuccess(`killed-${round}`);
    }
  });

  it('retries the whole transaction if the server closes its connection', async () => {
    const before = await nameOf();
    let times = 0;
    await forge.app.get(Database).unit(RequestScope.background, async (unit) => {
      await unit.write(RENAME, { text: '+' });
      if (++times === 1) await killConnections();
      await unit.write(RENAME, { text: '-' });
    });
    expect([times, await nameOf()]).toEqual([2, `${before}+-`]);
  });
});
