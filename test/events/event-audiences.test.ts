import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { createConnection } from 'mysql2/promise';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { IS_SERVER } from '../support/environment.js';
import { databaseOf, statement } from '../support/internals.js';
import { addEvents } from '../support/many-rows.js';
import type { Resource, SeededUser } from '../support/seed.js';

/** Ten batches. */
const EVENTS = 5_000;
const SHOWN = statement(
  "SELECT id FROM events WHERE subject_type = 'Issue' AND subject_id = :id AND audience = 0",
);

let database: FreshDatabase;
let forge: Forge;
let ada: SeededUser;
let issue: Resource;
beforeEach(async () => {
  database = await freshDatabase();
  forge = await startForge({ DATABASE_URL: database.url });
  ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  await addEvents(forge, issue, ada, EVENTS);
});
afterEach(async () => {
  await forge.close();
  await database.drop();
});

const setConfidential = async (confidential: boolean) =>
  (await ada.client.put(issue.at, { confidential })).status;

/** How many events of the issue lists find for everyone. */
async function countShown(): Promise<number> {
  const shown = await databaseOf(forge).rows(SHOWN, { id: issue.id });
  return shown.length;
}

async function untilHidden(): Promise<void> {
  while ((await countShown()) > 0) await delay(20);
}

/** Another client locks an event. The returned function releases it. */
async function lockEvent(): Promise<() => Promise<void>> {
  const connection = await createConnection(database.url);
  await connection.query('START TRANSACTION');
  await connection.query('SELECT id FROM events ORDER BY created_at LIMIT 1 FOR UPDATE');
  return () => connection.end();
}

/** Another program locks the file as soon as the issue is confidential. The returned function releases it. */
async function lockFileOnceConfidential(): Promise<() => Promise<void>> {
  const file = new DatabaseSync(database.url.replace('sqlite:', ''), { timeout: 0 });
  const row = file.prepare('SELECT confidential FROM issues WHERE id = ?');
  while ((row.get(issue.id) as { confidential: number }).confidential === 0) await nextTurn();
  for (;;) {
    try {
      file.exec('BEGIN IMMEDIATE');
      break;
    } catch {
      await nextTurn();
    }
  }
  return () => {
    file.close();
    return Promise.resolve();
  };
}

describe('an issue with thousands of events', () => {
  it('becomes confidential with 200 while its events are locked, which are hidden afterwards', async () => {
    const locking = IS_SERVER ? await lockEvent() : lockFileOnceConfidential();
    expect(await setConfidential(true)).toBe(200);
    const release = await locking;
    expect(await countShown()).toBeGreaterThan(0);
    await release();
    await untilHidden();
  });

  it('shows all events when it is opened while they are being hidden', async () => {
    expect([await setConfidential(true), await setConfidential(false)]).toEqual([200, 200]);
    await delay(200);
    expect(await countShown()).toBe(EVENTS + 1);
  });

  it('lets the service stop before all events are hidden', async () => {
    expect(await setConfidential(true)).toBe(200);
    await forge.close();
    forge = await startForge({ DATABASE_URL: database.url });
    expect(await countShown()).toBeGreaterThan(0);
    // The next change hides the rest.
    ada = { ...ada, client: forge.root };
    expect([await setConfidential(false), await setConfidential(true)]).toEqual([200, 200]);
    await untilHidden();
  });
});
