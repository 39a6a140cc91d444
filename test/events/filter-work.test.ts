import { bind, type Statement, type Values } from '../../src/database/statement.js';
import { EventSourcesRepository } from '../../src/events/event-sources.repository.js';
import { startForge, type Forge } from '../support/app.js';
import { IS_SERVER } from '../support/environment.js';
import { engineOf, sql } from '../support/internals.js';
import { addProjectEvents } from '../support/many-rows.js';
import { VISIBILITY, type SeededUser } from '../support/seed.js';

/** Events that the filters leave out. SQLite does not count what it reads, so there the plans have to do. */
const OTHERS = IS_SERVER ? 30_000 : 1_100;
/** What a request may read: it examines 1,000 events one by one, with what decides who may see each. */
const MAX_READ = 12_000;

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  const project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
  const issue = await forge.seed.issue(project, ada);
  await forge.seed.mergeRequest(project, ada);
  await forge.seed.note(issue, ada);
  await ada.client.put(issue.at, { state_event: 'close' });
  for (const day of ['2000-01-01', '2099-01-01'])
    await addProjectEvents(forge, project, ada, { count: OTHERS, start: Date.parse(day) });
});
afterAll(() => forge.close());

type Sent = [Statement, Values];

async function readsOf(query: string): Promise<Sent[]> {
  const engine = engineOf(forge);
  const read = engine.read.bind(engine);
  const sent: Sent[] = [];
  engine.read = (query, values, ms) => {
    if (/\bevents\b/.test(query.text)) sent.push([query, values]);
    return read(query, values, ms);
  };
  const { status } = await ada.client.get(`${ada.at}/events?${query}`);
  Reflect.deleteProperty(engine, 'read');
  expect(status).toBe(200);
  return sent;
}

/** How many index entries and rows the server reads for these statements. */
async function countRead(statements: readonly Sent[]): Promise<number> {
  const runner = engineOf(forge).dataSource.createQueryRunner();
  const status = async () => {
    const rows = (await runner.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as {
      Value: string;
    }[];
    return rows.reduce((total, { Value }) => total + Number(Value), 0);
  };
  try {
    const before = await status();
    for (const [query, values] of statements) {
      const sent = query.onServer ?? query;
      await runner.query(sent.text, bind(sent, values));
    }
    return (await status()) - before;
  } finally {
    await runner.release();
  }
}

/** The searches of these statements in `events`, as the plan of SQLite has them. */
async function searchesOf(statements: readonly Sent[]): Promise<string[]> {
  const searches = new Set<string>();
  for (const [{ text }] of statements) {
    const plan = await sql<{ detail: string }>(forge, `EXPLAIN QUERY PLAN ${text}`);
    for (const { detail } of plan)
      if (/ (e|events) .*INDEX/.test(detail)) searches.add(detail.replace(/.*INDEX /, ''));
  }
  return [...searches].sort();
}

/** The latest events, jumps from project to project, and parts of the list that the filter does not shorten. */
const ALLOWED = [
  /^events_created \(author_id=\?( AND created_at[<>]\?)*\)$/,
  /^events_audience \(author_id=\?( AND project_id>\?)?\)$/,
  /^events_action \(author_id=\? AND project_id=\? AND audience=\? AND action=\?/,
  /^events_subject_audience \(subject_type=\? AND subject_id=\? AND audience=\? AND author_id=\?/,
];

it.each([
  ...['action=closed', 'action=accepted', 'target_type=issue', 'target_type=merge_request'],
  ...['target_type=note', 'action=closed&sort=asc&pagination=keyset'],
  ...['target_type=note&pagination=keyset', 'action=closed&before=2090-01-01'],
  'action=opened&before=2090-01-01&after=1999-01-01&sort=asc',
])('does not read the other events for %s', async (query) => {
  const sent = await readsOf(query);
  if (IS_SERVER) {
    expect(await countRead(sent)).toBeLessThan(MAX_READ);
    return;
  }
  const searches = await searchesOf(sent);
  expect(searches.filter((text) => !ALLOWED.some((pattern) => pattern.test(text)))).toEqual([]);
  expect(searches.filter((text) => text.startsWith('events_action'))).not.toEqual([]);
});

it('begins to read at the day that the list begins with', async () => {
  const sent = await readsOf('before=2090-01-01&pagination=keyset');
  if (IS_SERVER) expect(await countRead(sent)).toBeLessThan(MAX_READ);
  else expect(await searchesOf(sent)).toContain('events_created (author_id=? AND created_at<?)');
});

it('finds the sources once for the page and the count', async () => {
  const sources = forge.app.get(EventSourcesRepository, { strict: false });
  const find = sources.findSources.bind(sources);
  let calls = 0;
  sources.findSources = (...args) => {
    calls++;
    return find(...args);
  };
  const { headers } = await ada.client.get(`${ada.at}/events?action=closed`);
  Reflect.deleteProperty(sources, 'findSources');
  expect([calls, headers.get('X-Total')]).toEqual([1, '1']);
});
