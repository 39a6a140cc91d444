import { ROOT, startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

/** Several times the size from which a page is streamed. The longest characters take six bytes as JSON. */
const TEXTS = [
  'short',
  'x'.repeat(900_000),
  '\u0001"\\\n'.repeat(50_000),
  'é'.repeat(400_000),
  `x${'😀'.repeat(250_000)}`,
  'also short',
  'y'.repeat(40_000),
];

let forge: Forge;
let ada: SeededUser;
let project: Resource;
let issue: Resource;
let paths: Record<string, string>;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.private });
  issue = await forge.seed.issue(project, ada);
  const snippet = await forge.seed.snippet(project, ada);
  const mergeRequest = await forge.seed.mergeRequest(project, ada);
  for (const body of TEXTS) {
    await forge.seed.note(issue, ada, { body });
    await forge.seed.note(snippet, ada, { body });
    await forge.seed.note(mergeRequest, ada, { body });
    await forge.seed.issue(project, ada, { description: body });
    await forge.seed.mergeRequest(project, ada, { description: body });
    await forge.seed.mergeRequest(project, ada, { description: null });
  }
  const commits = [{ id: 'a', message: 'z'.repeat(900_000) }];
  const push = { before: '0'.repeat(40), after: '1'.repeat(40), ref: 'refs/heads/x', commits };
  expect((await ada.client.post(`${project.at}/push_events`, push)).status).toBe(201);
  paths = {
    'notes on an issue': `${issue.at}/notes`,
    'notes on a snippet': `${snippet.at}/notes`,
    'notes on a merge request': `${mergeRequest.at}/notes`,
    issues: `${project.at}/issues`,
    'merge requests': `${project.at}/merge_requests`,
    events: `${ada.at}/events`,
  };
});
afterAll(() => forge.close());

const LISTS = [
  ...['notes on an issue', 'notes on a snippet', 'notes on a merge request'],
  ...['issues', 'merge requests', 'events'],
];

async function fetchPage(path: string, query: string, method = 'GET') {
  const response = await fetch(`${forge.api}${path}?${query}`, {
    method,
    headers: { 'PRIVATE-TOKEN': ada.token },
  });
  return { headers: response.headers, text: await response.text(), status: response.status };
}

/** The items of a list as they are sent one at a time, each in a page that is small enough to be sent at once. */
async function singleItems(path: string, pages: number): Promise<string[]> {
  const items: string[] = [];
  for (let page = 1; page <= pages; page++) {
    const { headers, text } = await fetchPage(path, `per_page=1&page=${page}`);
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
    items.push(text.slice(1, -1));
  }
  return items;
}

/** The client closes its connection after HEAD. */
const OF_CONNECTION = ['connection', 'keep-alive', 'content-length', 'transfer-encoding'];
const VARYING = new Set(['date', 'x-request-id', ...OF_CONNECTION]);
const stable = (headers: Headers) => [...headers].filter(([name]) => !VARYING.has(name));

describe.each(LISTS)('a large page of %s', (list) => {
  it('has the same bytes as its items on their own, and the headers of any page', async () => {
    const { headers, text, status } = await fetchPage(paths[list] ?? '', 'per_page=100');
    expect([status, headers.get('content-type'), headers.get('transfer-encoding')]).toEqual([
      ...[200, 'application/json', 'chunked'],
    ]);
    const total = Number(headers.get('x-total'));
    expect(total).toBeGreaterThanOrEqual(TEXTS.length);
    const items = await singleItems(paths[list] ?? '', total);
    expect(text === `[${items.join(',')}]`).toBe(true);
  });

  it('is allowed by the document, and its keyset pages have the same items', async () => {
    const { body } = await ada.client.get<unknown[]>(`${paths[list] ?? ''}?per_page=100`);
    const found: unknown[] = [];
    let url: string | undefined = `${paths[list] ?? ''}?per_page=4&pagination=keyset`;
    while (url !== undefined) {
      const page: Awaited<ReturnType<typeof ada.client.get<unknown[]>>> = await ada.client.get(url);
      found.push(...page.body);
      url = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(body);
  });

  it('has the same headers in the response to HEAD', async () => {
    const [get, head] = await Promise.all([
      fetchPage(paths[list] ?? '', 'per_page=100'),
      fetchPage(paths[list] ?? '', 'per_page=100', 'HEAD'),
    ]);
    expect(head.status).toBe(200);
    expect(stable(head.headers)).toEqual(stable(get.headers));
    expect(head.text).toBe('');
  });
});

describe('a page with a long text that is not large', () => {
  it('is sent at once, with all texts', async () => {
    const { headers, text } = await fetchPage(paths['notes on an issue'] ?? '', 'per_page=2');
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
    const notes = JSON.parse(text) as { body: string }[];
    expect(notes.map(({ body }) => body)).toEqual(TEXTS.slice(0, 2));
  });
});

describe('a large page of a list ordered by updated_at', () => {
  it('keeps the order', async () => {
    const { text } = await fetchPage(paths['issues'] ?? '', 'per_page=100&order_by=updated_at');
    const times = (JSON.parse(text) as { updated_at: string }[]).map((item) => item.updated_at);
    expect(times).toEqual([...times].sort().reverse());
  });
});

describe('a large page of a filtered list', () => {
  it('has the items of the filter only', async () => {
    await write(forge, "UPDATE issues SET state = 'closed' WHERE description LIKE 'y%'", {});
    const { text } = await fetchPage(paths['issues'] ?? '', 'per_page=100&state=opened');
    const states = (JSON.parse(text) as { state: string }[]).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['opened']));
    expect(states).toHaveLength(TEXTS.length);
  });
});

describe('a large page with sudo', () => {
  it('has what the effective user may see', async () => {
    const bob = await forge.seed.user();
    await forge.seed.member(project, bob, LEVEL.reporter);
    const path = `${paths['notes on an issue'] ?? ''}?per_page=100`;
    const { body } = await forge.as(ROOT.token).sudo(bob.id).get<unknown[]>(path);
    expect(body).toHaveLength(TEXTS.length);
  });
});
