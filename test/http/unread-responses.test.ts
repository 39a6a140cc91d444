import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ORDINARY, type UnreadBytes } from '../../src/http/server/unread-responses.js';
import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { addNotes } from '../support/many-rows.js';
import { PausedReader } from '../support/paused-reader.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

/** In JSON, each of these characters takes six bytes. */
const BODY = 'x'.padEnd(65_536, '\u0001');
/** Notes of an issue, whose list has 5.9 MB. */
const NOTES = 15;
/** As many lists fit into 32 MiB. */
const OF_ONE_USER = 5;
/** The list of as many notes has 39 MB. */
const MANY = 100;

describe('long responses that nobody reads', () => {
  let forge: Forge;
  let ada: SeededUser;
  let project: Resource;
  let note: Resource;
  let notes: string;
  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    ({ note, notes } = await issueWith(NOTES));
  });
  afterAll(() => forge.close());

  /** An issue with so many of the longest notes. */
  async function issueWith(count: number) {
    const issue = await forge.seed.issue(project, ada);
    await addNotes(forge, issue, ada, count - 1);
    const last = await forge.seed.note(issue, ada);
    const onIssue = "noteable_type = 'Issue' AND noteable_id = :issue";
    await write(forge, `UPDATE notes SET body = :body WHERE ${onIssue}`, {
      ...{ body: BODY, issue: issue.id },
    });
    return { note: last, notes: `${issue.at}/notes` };
  }

  const pause = async (count: number, { token } = ada, path = notes): Promise<PausedReader[]> => {
    const readers = Array.from({ length: count }, () => new PausedReader(forge.url, path, token));
    for (const reader of readers) await reader.begun();
    return readers;
  };
  async function untilAnswered(): Promise<number> {
    for (;;) {
      const { status } = await ada.client.get(notes);
      if (status !== 503) return status;
      await delay(50);
    }
  }

  it('return 503 with Retry-After beyond 32 MiB of one user, while others read and the user writes', async () => {
    const readers = await pause(OF_ONE_USER);
    const { status, headers, body } = await ada.client.get(notes);
    expect([status, headers.get('retry-after'), body]).toEqual([
      ...[503, '5', { message: '503 Service Unavailable' }],
    ]);
    expect(headers.has('x-total')).toBe(false);
    expect((await ada.client.put(note.at, { body: BODY })).status).toBe(200);
    const bob = await forge.seed.user();
    expect((await bob.client.get(notes)).status).toBe(200);
    for (const reader of readers) reader.end();
    expect(await untilAnswered()).toBe(200);
  });

  it('return 503 to a write before it changes anything, if its user does not read the responses', async () => {
    const many = await issueWith(MANY);
    const readers = await pause(1, ada, `${many.notes}?per_page=${MANY}`);
    const { status, headers } = await ada.client.put(many.note.at, { body: 'too much' });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    const bob = await forge.seed.user();
    expect((await bob.client.get<{ body: string }>(many.note.at)).body.body).toBe(BODY);
    for (const reader of readers) reader.end();
    expect(await untilAnswered()).toBe(200);
    expect((await ada.client.put(many.note.at, { body: 'again' })).status).toBe(200);
  });

  it('return 503 beyond 64 MiB of all users', async () => {
    const people = [ada, await forge.seed.user()];
    const readers: PausedReader[] = [];
    for (const person of people) readers.push(...(await pause(OF_ONE_USER, person)));
    const carol = await forge.seed.user();
    readers.push(...(await pause(1, carol)));
    expect((await carol.client.get(notes)).status).toBe(503);
    expect((await carol.client.send('HEAD', notes)).status).toBe(200);
    for (const reader of readers) reader.end();
    expect(await untilAnswered()).toBe(200);
  });
});

describe('public responses', () => {
  /** One of these addresses holds the whole budget of all requests without a token. */
  const HOLDER = '192.0.2.1';
  let forge: Forge;
  let unread: UnreadBytes | undefined;
  let sent: unknown;
  beforeAll(async () => {
    forge = await startForge({ TRUSTED_PROXIES: '127.0.0.1' }, (app) => {
      const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
      fastify.addHook('onSend', (request, _reply, payload, done) => {
        unread = request.unreadResponses;
        sent = payload;
        done();
      });
    });
    await from(HOLDER, '/docs');
    unread?.add({ key: `address ${HOLDER}`, isStranger: true }, 33_554_432);
  });
  afterAll(() => forge.close());
  const from = (address: string, path: string) =>
    fetch(forge.url + path, { headers: { 'x-forwarded-for': address, accept: '*/*' } });

  it.each(['/api/v3/openapi.json', '/api/v3/openapi.yaml'])(
    'share one copy of the document, which nobody has to have room for: %s',
    async (path) => {
      expect((await from(HOLDER, path)).status).toBe(200);
      const first = sent;
      const response = await from(HOLDER, path);
      expect((await response.text()).length).toBeGreaterThan(200_000);
      expect(Buffer.isBuffer(first)).toBe(true);
      expect(sent).toBe(first);
    },
  );

  it.each(['/docs', '/docs/reference.js'])('include the API reference: %s', async (path) => {
    expect((await from(HOLDER, path)).status).toBe(200);
  });

  it('are sent to other addresses if they are ordinary, and not to the one that holds the budget', async () => {
    const ada = await forge.seed.user();
    const given = { visibility_level: VISIBILITY.public };
    const project = await forge.seed.project(ada, given);
    const { web_url } = await forge.seed.snippet(project, ada, { code: 'x'.repeat(50_000) });
    const page = String(web_url).slice(forge.url.length);
    const response = await from('192.0.2.2', page);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(ORDINARY);
    expect((await from(HOLDER, page)).status).toBe(503);
  });
});
