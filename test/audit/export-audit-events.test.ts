import { ROOT, startForge, type Forge } from '../support/app.js';
import { databaseOf, write } from '../support/internals.js';
import { PausedReader } from '../support/paused-reader.js';
import type { SeededUser } from '../support/seed.js';

interface EventBody {
  id: number;
  details: object;
}

const COLUMNS = `action, caller_id, caller_name, actor_id, actor_name, ip, subject_type, subject_id, details`;
/** Copies the events before a time. */
const COPY = `INSERT INTO audit_events (${COLUMNS}, created_at)
  SELECT ${COLUMNS}, created_at + :more FROM audit_events WHERE caller_id = :caller AND created_at < :end`;
/** Copies of more events would be statements that a slow machine does not end in time. */
const BATCH = 256;

describe('GET /audit_events?format=jsonl', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  /** Adds 2 to the power of `doublings` events of a caller. Two of them share each time. */
  async function addMany(caller: number, doublings: number, details = '{}'): Promise<void> {
    await write(
      forge,
      `INSERT INTO audit_events (${COLUMNS}, created_at)
       VALUES ('user.blocked', :caller, 'c', 1, 'a', '192.0.2.9', 'user', 2, :details, 0)`,
      { caller, details },
    );
    const copy = (end: number, more: number) => write(forge, COPY, { caller, end, more });
    if (doublings > 0) await copy(1, 0);
    const times = 2 ** (doublings - 1);
    for (let n = 1; n < times; n += Math.min(n, BATCH)) await copy(BATCH, n);
  }
  const linesOf = (text: string): EventBody[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as EventBody);
  const open = (caller: number, signal?: AbortSignal) =>
    fetch(`${forge.api}/audit_events?format=jsonl&caller_id=${caller}`, {
      headers: { 'private-token': ROOT.token },
      ...(signal ? { signal } : {}),
    });

  it('returns all events that match as lines, newest first', async () => {
    await addMany(900, 11);
    const query = { format: 'jsonl', caller_id: '900' };
    const { status, headers, body } = await forge.root.get<string>('/audit_events', query);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const events = linesOf(body);
    expect(events).toHaveLength(2_048);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2_048);
    const pages = await forge.root.get<EventBody[]>('/audit_events', {
      ...{ caller_id: '900', per_page: '100' },
    });
    expect(events.slice(0, 100)).toEqual(pages.body);
  });

  describe('while its client reads', () => {
    beforeAll(() => addMany(940, 12, JSON.stringify({ text: 'x'.repeat(8_000) })));

    const demote = async ({ at }: SeededUser) =>
      (await forge.root.put(at, { admin: false })).status === 200;
    const block = async ({ at }: SeededUser) =>
      (await forge.root.put(`${at}/block`)).status === 200;
    const resetToken = async ({ at }: SeededUser) =>
      (await forge.root.post(`${at}/private_token/reset`)).status === 201;

    it.each([
      ['caller is demoted', false, demote, 'caller'],
      ['caller is blocked', false, block, 'caller'],
      ['caller gets a new token', false, resetToken, 'caller'],
      ['caller is demoted', true, demote, 'caller'],
      ['caller gets a new token', true, resetToken, 'caller'],
      ['effective user is demoted', true, demote, 'effectiveUser'],
      ['effective user is blocked', true, block, 'effectiveUser'],
    ] as const)('ends when its %s (with sudo: %j)', async (_, isSudo, lose, loser) => {
      const [caller, effectiveUser] = [await forge.seed.admin(), await forge.seed.admin()];
      const sudo = isSudo ? `&sudo=${effectiveUser.id}` : '';
      const path = `/audit_events?format=jsonl&caller_id=940${sudo}`;
      const reader = new PausedReader(forge.url, path, caller.token);
      await reader.begun();
      expect(await lose({ caller, effectiveUser }[loser])).toBe(true);
      expect((await reader.read()).isWhole).toBe(false);
    });
  });

  it('returns no lines if nothing matches', async () => {
    const response = await open(999_999);
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('waits for a client that does not read, and ends with its connection', async () => {
    await addMany(930, 12, JSON.stringify({ text: 'x'.repeat(8_000) }));
    const database = databaseOf(forge);
    const rows = database.rows.bind(database);
    let groups = 0;
    database.rows = (query, values) => {
      if (query.text.includes('audit_events')) groups++;
      return rows(query, values);
    };
    const abort = new AbortController();
    const unread = await open(930, abort.signal);
    expect(unread.status).toBe(200);
    for (let n = 0; n < 100; n++) await forge.root.get('/user');
    // 32 MiB are about 135 statements. Sockets and clients hold a few MiB.
    expect(groups).toBeLessThan(60);
    Reflect.deleteProperty(database, 'rows');
    // A response that nothing refers to any more would be collected, and its connection closed.
    expect(unread.bodyUsed).toBe(false);
    abort.abort();
    expect(linesOf(await (await open(930)).text())).toHaveLength(4_096);
  });
});
