import fc from 'fast-check';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { sql, write } from '../support/internals.js';
import { addProjectEvents } from '../support/many-rows.js';
import { VISIBILITY, type SeededUser } from '../support/seed.js';

/** More than a page examines at first, before and after all others. */
const MANY = 1_010;
const LONG_AGO = Date.parse('2025-12-01');
const LATER = Date.parse('2026-02-01');
const FIRST_DAY = Date.parse('2026-01-10');
const DAYS_MS = 5 * 86_400_000;
const SEED = 20_160_522;

interface Event {
  action_name: string;
  target_type: string | null;
  created_at: string;
}
type Query = Record<string, string>;

const ACTIONS = [
  ...['created', 'opened', 'closed', 'accepted', 'commented on', 'joined', 'left', 'pushed to'],
];
const TARGETS = ['Issue', 'MergeRequest', 'Note'];
const DAYS: Query[] = [
  {},
  { before: '2026-01-13' },
  { after: '2026-01-11' },
  { after: '2026-01-10', before: '2026-01-14' },
];
const KINDS: Query[] = [
  ...ACTIONS.map((action) => ({ action })),
  ...TARGETS.map((target_type) => ({ target_type })),
  { action: 'opened', target_type: 'Issue' },
  { action: 'opened', target_type: 'MergeRequest' },
  { action: 'closed', target_type: 'Note' },
];
const CASES = KINDS.flatMap((kind) =>
  DAYS.flatMap((days) => ['asc', 'desc'].map((sort): Query => ({ ...kind, ...days, sort }))),
);

let forge: Forge;
let ada: SeededUser;
let eve: SeededUser;
let stranger: SeededUser;
const all = new Map<Client, Record<string, Event[]>>();

beforeAll(async () => {
  forge = await startForge();
  const { seed } = forge;
  [ada, eve, stranger] = [await seed.user(), await seed.user(), await seed.user()];
  for (const visibility_level of [VISIBILITY.public, VISIBILITY.private]) {
    const project = await seed.project(ada, { visibility_level });
    await seed.member(project, eve, 30);
    for (const by of [ada, eve]) {
      for (const confidential of [false, true]) {
        const issue = await seed.issue(project, by, { confidential });
        for (const state_event of ['close', 'reopen', 'close'])
          await ada.client.put(issue.at, { state_event });
        await seed.note(issue, ada);
      }
      const request = await seed.mergeRequest(project, by);
      await ada.client.put(request.at, { state_event: by === ada ? 'merge' : 'close' });
      const snippet = await seed.snippet(project, by, { visibility_level });
      for (const on of [request, snippet]) await seed.note(on, ada);
    }
    await ada.client.put(`${project.at}/members/${eve.id}`, { access_level: 10 });
    await ada.client.post(`${project.at}/push_events`, {
      ...{ ref: 'refs/heads/master', before: 'a'.repeat(40), after: 'b'.repeat(40) },
    });
    for (const start of [LONG_AGO, LATER])
      await addProjectEvents(forge, project, ada, { count: MANY, start });
  }
  const other = await seed.project(eve, { visibility_level: VISIBILITY.public });
  await seed.member(other, ada, 40);
  await eve.client.delete(`${other.at}/members/${ada.id}`);
  await spread();
  for (const { client } of [ada, eve, stranger])
    all.set(client, { asc: await readAll(client, 'asc'), desc: await readAll(client, 'desc') });
});
afterAll(() => forge.close());

/** Gives the events random times on five days, and copies of those without a note. */
async function spread(): Promise<void> {
  const between = `created_at > ${LONG_AGO + MANY} AND created_at <> ${LATER} AND data IS NULL`;
  await write(
    forge,
    `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, created_at)
     SELECT author_id, project_id, action, subject_type, subject_id, created_at FROM events
     WHERE note_id IS NULL AND author_id = :ada AND action <> 'created' AND ${between}`,
    { ada: ada.id },
  );
  const events = await sql<{ id: number }>(
    forge,
    `SELECT id FROM events WHERE author_id = ${ada.id}
       AND (action <> 'created' OR created_at > ${LATER + MANY}) ORDER BY id`,
  );
  const times = fc.sample(fc.integer({ min: 0, max: DAYS_MS }), {
    ...{ seed: SEED, numRuns: events.length },
  });
  for (const [n, { id }] of events.entries())
    await write(forge, 'UPDATE events SET created_at = :time WHERE id = :id', {
      ...{ id, time: FIRST_DAY + (times[n] ?? 0) },
    });
}

async function readAll(client: Client, sort: string, query: Query = {}, per_page = '100') {
  const events: Event[] = [];
  const first = new URLSearchParams({ ...query, sort, per_page, pagination: 'keyset' });
  for (let next: string | undefined = `${ada.at}/events?${first.toString()}`; next;) {
    const page: { body: Event[]; headers: Headers } = await client.get<Event[]>(next);
    events.push(...page.body);
    next = /<[^>]*\/api\/v3([^>]*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
  }
  return events;
}

const matches = ({ action, target_type, before, after }: Query) => {
  const day = (text: string) => Date.parse(text);
  return ({ action_name, target_type: type, created_at }: Event) =>
    (action === undefined || action_name === action) &&
    (target_type === undefined || type === target_type) &&
    (before === undefined || day(created_at) < day(before)) &&
    (after === undefined || day(created_at) >= day(after) + 86_400_000);
};

describe.each([
  ['the author', () => ada],
  ['a guest with own issues and merge requests', () => eve],
  ['a stranger', () => stranger],
])('GET /users/:id/events with filters among many events, by %s', (_, viewer) => {
  it.each(CASES)('returns and counts what matches %j', async (query) => {
    const { client } = viewer();
    const { sort = 'desc' } = query;
    const expected = all.get(client)?.[sort]?.filter(matches(query)) ?? [];
    expect(await readAll(client, sort, query, query['action'] === 'created' ? '100' : '7')).toEqual(
      expected,
    );
    const page = await client.get<Event[]>(`${ada.at}/events`, {
      ...{ ...query, per_page: '5', page: '2' },
    });
    expect(page.body).toEqual(expected.slice(5, 10));
    expect(page.headers.get('X-Total')).toBe(String(expected.length));
  });
});

it('has events of all kinds, and others see fewer', () => {
  const count = ({ client }: SeededUser, query: Query) =>
    all.get(client)?.['asc']?.filter(matches(query)).length ?? 0;
  const none = KINDS.filter((query) => count(ada, query) === 0);
  expect(none).toEqual([{ action: 'closed', target_type: 'Note' }]);
  const counts = [ada, eve, stranger].map((viewer) => count(viewer, { target_type: 'Issue' }));
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => b - a));
});
