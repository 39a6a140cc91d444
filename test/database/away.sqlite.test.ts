import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

let database: FreshDatabase;
let forge: Forge;
let other: InstanceType<typeof DatabaseSync>;

const timed = async (answer: Promise<Answer>) => {
  const begin = performance.now();
  const { status, body, headers } = await answer;
  const ms = performance.now() - begin;
  return { status, ms, told: [status, body, headers.get('retry-after')] };
};
const AWAY = [503, { message: '503 Service Unavailable' }, '5'];
const create = (name: string) => timed(forge.root.post('/projects', { name }));
const read = () => timed(forge.root.get('/users'));
const many = <Result>(n: number, of: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: n }, (_, i) => of(i)));

describe('another process that writes', () => {
  beforeAll(async () => {
    database = await freshDatabase();
    forge = await startForge({ DATABASE_URL: database.url });
    other = new DatabaseSync(database.url.replace('sqlite:', ''));
  });
  afterAll(async () => {
    other.close();
    await forge.close();
    await database.drop();
  });

  it('is waited for, while reads go on', async () => {
    other.exec('BEGIN IMMEDIATE');
    const writes = many(10, (i) => create(`waits-${i}`));
    await delay(200);
    for (const { status, ms } of await many(20, read)) {
      expect(status).toBe(200);
      expect(ms).toBeLessThan(1_000);
    }
    await delay(1_000);
    other.exec('COMMIT');
    for (const { status, ms } of await writes) {
      expect(status).toBe(201);
      expect(ms).toBeGreaterThan(1_000);
    }
  });

  it('for longer than that makes every write 503 within 15 s, and nothing afterwards', async () => {
    other.exec('BEGIN IMMEDIATE');
    for (const { told, ms } of await many(20, (i) => create(`gives-up-${i}`))) {
      expect(told).toEqual(AWAY);
      expect(ms).toBeLessThan(15_000);
    }
    other.exec('COMMIT');
    for (const { status, ms } of await many(20, (i) => create(`goes-on-${i}`))) {
      expect(status).toBe(201);
      expect(ms).toBeLessThan(3_000);
    }
    const { headers } = await forge.root.get('/projects');
    expect(headers.get('x-total')).toBe('30');
  }, 60_000);
});
