import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { Database } from '../../src/database/database.js';
import { DatabaseAway } from '../../src/database/failures.js';
import { statement } from '../../src/database/statement.js';
import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Proxy } from '../support/proxy.js';

let database: FreshDatabase;
let proxy: Proxy;
let forge: Forge;

const NAME = statement<{ name: string }>('SELECT name FROM users WHERE id = 1');
const RENAME = statement('UPDATE users SET name = CONCAT(name, :text) WHERE id = 1');
const nameOf = async () => (await forge.app.get(Database).row(NAME))?.name ?? '';

const toldBy = async (answer: Promise<Answer>) => {
  const { status, body, headers } = await answer;
  return { status, told: [status, body, headers.get('retry-after')] };
};
const AWAY = [503, { message: '503 Service Unavailable' }, '5'];
const create = (name: string) => toldBy(forge.root.post('/projects', { name }));
const some = (name: string) =>
  Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      i % 2 ? create(`${name}-${i}`) : toldBy(forge.root.get('/users')),
    ),
  );
const expectAllWell = async (name: string) => {
  const answers = await some(name);
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 2 ? 201 : 200)));
};

/** Ends, as the server may at any time, every connection of the service. */
async function killConnections(): Promise<void> {
  const connection = await createConnection(database.url);
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
  );
  for (const { id } of rows as { id: number }[]) await connection.query(`KILL ${id}`);
  await connection.end();
}

describe('a database server that', () => {
  beforeAll(async () => {
    database = await freshDatabase();
    const url = new URL(database.url);
    proxy = new Proxy(url.hostname, Number(url.port || 3306));
    url.port = String(await proxy.open());
    forge = await startForge({ DATABASE_URL: url.href });
  });
  afterAll(async () => {
    await forge.close();
    await proxy.close();
    await database.drop();
  });

  it('does not respond: every request gets 503, and later ones succeed', async () => {
    await expectAllWell('before');
    proxy.stalled = true;
    for (const { told } of await some('stalled')) expect(told).toEqual(AWAY);
    proxy.stalled = false;
    expect((await create('first')).status).toBe(201);
    await expectAllWell('after');
  });

  it('is slow: a request gets 503', async () => {
    proxy.delayMs = 1_500;
    const { told } = await create('slow');
    proxy.delayMs = 0;
    expect(told).toEqual(AWAY);
    expect((await create('fast')).status).toBe(201);
  });

  it('refuses connections: every request gets 503, but the liveness check does not', async () => {
    await proxy.close();
    for (const { told } of await some('refused')) expect(told).toEqual(AWAY);
    expect((await forge.root.get(`${forge.url}/health`)).status).toBe(200);
    expect((await forge.root.get(`${forge.url}/health/ready`)).status).toBe(503);
    await proxy.open();
    await expectAllWell('reopened');
    expect((await forge.root.get(`${forge.url}/health/ready`)).status).toBe(200);
  });

  it('closed all connections: the service reconnects without an error', async () => {
    for (let round = 0; round < 5; round++) {
      await killConnections();
      await expectAllWell(`killed-${round}`);
    }
  });

  it('closes a connection during a transaction: the whole transaction is retried', async () => {
    const before = await nameOf();
    let times = 0;
    await forge.app.get(Database).unit(async (unit) => {
      await unit.write(RENAME, { text: '+' });
      if (++times === 1) await killConnections();
      await unit.write(RENAME, { text: '-' });
    });
    expect([times, await nameOf()]).toEqual([2, `${before}+-`]);
  });

  it('loses the response to a commit: the commit is not repeated', async () => {
    const before = await nameOf();
    let times = 0;
    proxy.cutAfter = 'COMMIT';
    const unit = forge.app.get(Database).unit(async (one) => {
      times++;
      await one.write(RENAME, { text: '!' });
    });
    await expect(unit).rejects.toThrow(DatabaseAway);
    delete proxy.cutAfter;
    expect([times, await nameOf()]).toEqual([1, `${before}!`]);
  });
});
