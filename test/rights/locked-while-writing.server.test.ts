import { setTimeout as delay } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import type { Resource, SeededUser } from '../support/seed.js';

/** A write that does not wait for the lock has its response by then. */
const HELD_MS = 500;
const DEVELOPER = 30;

let database: FreshDatabase;
let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;
beforeEach(async () => {
  database = await freshDatabase();
  forge = await startForge({ DATABASE_URL: database.url });
  ada = await forge.seed.user();
  bob = await forge.seed.user();
  project = await forge.seed.project(ada);
  await forge.seed.member(project, bob, DEVELOPER);
});
afterEach(async () => {
  await forge.close();
  await database.drop();
});

const LOSSES = {
  'the project is deleted': {
    status: 404,
    sql: () => `UPDATE projects SET deleted_at = 1 WHERE id = ${project.id}`,
  },
  'the author is blocked': {
    status: 401,
    sql: () => `UPDATE users SET state = 'blocked' WHERE id = ${bob.id}`,
  },
  'the author is no member any more': {
    status: 404,
    sql: () => `DELETE FROM project_members WHERE user_id = ${bob.id}`,
  },
};

/** Sends the request while another transaction takes the right away, which commits a little later. */
async function statusAfter(sql: string, send: () => Promise<{ status: number }>): Promise<number> {
  const connection = await createConnection(database.url.replace(/^mariadb:/, 'mysql:'));
  try {
    await connection.query('START TRANSACTION');
    await connection.query(sql);
    const answer = send();
    await delay(HELD_MS);
    await connection.query('COMMIT');
    return (await answer).status;
  } finally {
    await connection.end();
  }
}

describe.each(['issue', 'snippet', 'mergeRequest'] as const)(
  'a note on an item of kind %s',
  (kind) => {
    it.each(Object.entries(LOSSES))('is not written when %s', async (_, { status, sql }) => {
      const { at } = await forge.seed[kind](project, ada);
      const send = () => bob.client.post(`${at}/notes`, { body: 'Too late.' });
      expect(await statusAfter(sql(), send)).toBe(status);
    });

    it.each(Object.entries(LOSSES))('is not changed when %s', async (_, { status, sql }) => {
      const { at } = await forge.seed.note(await forge.seed[kind](project, ada), bob);
      const send = () => bob.client.put(at, { body: 'Too late.' });
      expect(await statusAfter(sql(), send)).toBe(status);
    });
  },
);
