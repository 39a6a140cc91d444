import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { startForge, type Forge } from '../support/app.js';
import { reusedDatabase, type ReusedDatabase } from '../support/reused-database.js';

let database: ReusedDatabase;
let forge: Forge;
let otherConnection: InstanceType<typeof DatabaseSync>;

beforeEach(async () => {
  database = await reusedDatabase();
  forge = await startForge({ DATABASE_URL: database.url });
  otherConnection = new DatabaseSync(database.url.replace('sqlite:', ''));
});
afterEach(async () => {
  otherConnection.close();
  await forge.close();
  await database.drop();
});

const UNAVAILABLE = [503, { message: '503 Service Unavailable' }, '5'];
const create = async (name: string) => {
  const { status, body, headers } = await forge.root.post('/projects', { name });
  return { status, summary: [status, body, headers.get('retry-after')] };
};
const concurrently = <Result>(n: number, of: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: n }, (_, i) => of(i)));

/** Resolves when so many requests have come to the service. */
function requestsReceived(count: number): Promise<void> {
  return new Promise((resolve) => {
    let arrived = 0;
    forge.app.getHttpServer().on('request', () => {
      if (++arrived === count) resolve();
    });
  });
}

describe('a write lock of another process', () => {
  it('delays writes but not reads', async () => {
    otherConnection.exec('BEGIN IMMEDIATE');
    const arrived = requestsReceived(10);
    let answered = 0;
    const writes = concurrently(10, async (i) => {
      const { status } = await create(`waits-${i}`);
      answered++;
      return status;
    });
    await arrived;
    const reads = await concurrently(20, () => forge.root.get('/users'));
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    await delay(1_000);
    expect(answered).toBe(0);
    otherConnection.exec('COMMIT');
    const statuses = await writes;
    expect(statuses).toEqual(statuses.map(() => 201));
  });

  it('does not delay a wrong secret of a confirmation', async () => {
    otherConnection.exec('BEGIN IMMEDIATE');
    const confirmation_token = 'wrong';
    const answer = await forge.anonymous.post('/confirmation', { confirmation_token });
    const page = `${forge.url}/users/confirmation?confirmation_token=wrong`;
    const { status } = await fetch(page, { method: 'POST' });
    expect([answer.status, status]).toEqual([404, 404]);
    otherConnection.exec('COMMIT');
  });

  it('makes writes fail with 503 if it lasts too long, and later writes succeed', async () => {
    otherConnection.exec('BEGIN IMMEDIATE');
    for (const { summary } of await concurrently(20, (i) => create(`gives-up-${i}`)))
      expect(summary).toEqual(UNAVAILABLE);
    otherConnection.exec('COMMIT');
    for (const { status } of await concurrently(20, (i) => create(`goes-on-${i}`)))
      expect(status).toBe(201);
    const { headers } = await forge.root.get('/projects');
    expect(headers.get('x-total')).toBe('20');
  });
});
