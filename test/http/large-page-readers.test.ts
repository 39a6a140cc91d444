import { setTimeout as delay } from 'node:timers/promises';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { sql, write } from '../support/internals.js';
import { addNotes } from '../support/many-rows.js';
import { LONGER_THAN_BUFFERS, PausedReader } from '../support/paused-reader.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const NOTE_LENGTH = 800_000;
const NOTES = Math.ceil(LONGER_THAN_BUFFERS / NOTE_LENGTH);

let forge: Forge;
let ada: SeededUser;
let project: Resource;
let issue: Resource;
let list: string;

/** Starts a service with an issue whose notes fill a large page. */
async function start(settings: Record<string, string> = {}): Promise<void> {
  forge = await startForge(settings);
  ada = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.private });
  issue = await forge.seed.issue(project, ada);
  list = `${issue.at}/notes?per_page=100`;
  await addNotes(forge, issue, ada, NOTES);
  await write(forge, 'UPDATE notes SET body = :body', { body: 'x'.repeat(NOTE_LENGTH) });
}

const begin = async (path = list, { token }: { token: string } = ada): Promise<PausedReader> => {
  const reader = new PausedReader(forge.url, path, token);
  await reader.begun();
  return reader;
};

/** Asks again until there is a place for another large page. */
async function untilAnswered(): Promise<number> {
  for (;;) {
    const { status } = await ada.client.get(`${issue.at}/notes?per_page=2`);
    if (status !== 503) return status;
    await delay(50);
  }
}

describe('a large page while its client reads', () => {
  beforeAll(() => start());
  afterAll(() => forge.close());

  it('is whole after a pause', async () => {
    const { isWhole, items } = await (await begin()).read();
    expect([isWhole, (items as unknown[]).length]).toEqual([true, NOTES]);
  });

  it('is read while the table is changed: no connection is held for it', async () => {
    const reader = await begin();
    await sql(forge, 'CREATE INDEX changed ON notes (is_system)');
    expect((await reader.read()).isWhole).toBe(true);
  });

  it('omits a note that was deleted before it was read', async () => {
    const note = await forge.seed.note(issue, ada, { body: 'z'.repeat(NOTE_LENGTH) });
    const reader = await begin();
    expect((await ada.client.delete(note.at)).status).toBe(200);
    const { isWhole, items } = await reader.read();
    const ids = (items as { id: number }[]).map(({ id }) => id);
    expect([isWhole, ids.length, ids.includes(note.id)]).toEqual([true, NOTES, false]);
  });

  it('omits issues that became confidential before they were read', async () => {
    const bob = await forge.seed.user();
    await forge.seed.member(project, bob, LEVEL.guest);
    for (let n = 0; n < NOTES; n++) await forge.seed.issue(project, ada);
    await write(forge, 'UPDATE issues SET description = :text', { text: 'x'.repeat(NOTE_LENGTH) });
    const reader = await begin(`${project.at}/issues?per_page=100`, bob);
    await write(forge, 'UPDATE issues SET confidential = 1', {});
    const { isWhole, items } = await reader.read();
    const { length } = items as unknown[];
    expect([isWhole, length > 0, length < NOTES]).toEqual([true, true, true]);
  });

  it('is cut off if the database fails', async () => {
    const reader = await begin();
    await sql(forge, 'ALTER TABLE notes RENAME COLUMN is_system TO renamed');
    try {
      expect((await reader.read()).isWhole).toBe(false);
      expect((await ada.client.get(list)).status).toBe(500);
    } finally {
      await sql(forge, 'ALTER TABLE notes RENAME COLUMN renamed TO is_system');
    }
  });
});

describe('a large page beyond the number that a process sends at once', () => {
  beforeAll(() => start({ LARGE_RESPONSES: '1' }));
  afterAll(() => forge.close());

  it('returns 503 with Retry-After until another has been read, while short pages are sent', async () => {
    const reader = await begin();
    const { status, headers, body } = await ada.client.get(list);
    expect([status, headers.get('retry-after'), body]).toEqual([
      ...[503, '5', { message: '503 Service Unavailable' }],
    ]);
    expect(headers.has('x-total')).toBe(false);
    expect((await ada.client.get(`${issue.at}/notes?per_page=1`)).status).toBe(200);
    expect((await ada.client.send('HEAD', list)).status).toBe(200);
    expect((await reader.read()).isWhole).toBe(true);
    expect(await untilAnswered()).toBe(200);
  });

  it('is sent after the client of another has gone', async () => {
    const reader = await begin();
    expect((await ada.client.get(list)).status).toBe(503);
    reader.end();
    expect(await untilAnswered()).toBe(200);
  });
});

describe('the places of large pages', () => {
  // Half of them for one user, and one for exports.
  beforeAll(() => start({ LARGE_RESPONSES: '4' }));
  afterAll(() => forge.close());

  it('are at most half for one user, also with sudo, and leave one for the exports of administrators', async () => {
    const [bob, judy] = [await forge.seed.user(), await forge.seed.admin()];
    await forge.seed.member(project, bob, LEVEL.guest);
    const status = async (client: typeof ada.client, path = list) =>
      (await client.get(path)).status;
    const readers = [await begin(), await begin()];
    expect(await status(ada.client)).toBe(503);
    const third = await begin(list, bob);
    // 3 of 4 are taken, and the last is for exports only.
    expect(await status(judy.client)).toBe(503);
    expect(await status(judy.client, '/audit_events?format=jsonl')).toBe(200);
    third.end();
    for (const reader of readers) expect((await reader.read()).isWhole).toBe(true);
    const byRoot = [await begin(`${list}&sudo=${ada.id}`, ROOT), await begin(list, ROOT)];
    expect(await status(forge.root.sudo(bob.id))).toBe(503);
    for (const reader of byRoot) reader.end();
    expect(await untilAnswered()).toBe(200);
  });
});

describe('a client that reads a large page too slowly', () => {
  beforeAll(() => start({ LARGE_RESPONSES: '1', LARGE_RESPONSE_TIMEOUT: '3' }));
  afterAll(() => forge.close());

  it('is disconnected and gives its place to another', async () => {
    const reader = await begin();
    expect(await untilAnswered()).toBe(200);
    expect((await reader.read()).isWhole).toBe(false);
  });
});
