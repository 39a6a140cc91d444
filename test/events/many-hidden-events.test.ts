import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { addProjectEvents } from '../support/many-rows.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

/** More than the 50,000 events that are examined for a page. */
const HIDDEN = 50_010;
/** When the hidden events begin: after 15 visible ones, and before one. */
const START = Date.parse('2025-06-01');
const DAY_MS = 86_400_000;

interface Event {
  action_name: string;
  created_at: string;
}
type Query = Record<string, string>;

describe('GET /users/:id/events of a user with 50,010 hidden events', () => {
  let forge: Forge;
  let ada: SeededUser;
  let eve: SeededUser;
  let path: string;
  let open: Resource;
  let secret: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [ada, eve] = [await forge.seed.user(), await forge.seed.user()];
    path = `${ada.at}/events`;
    open = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    secret = await forge.seed.project(ada, { visibility_level: VISIBILITY.private });
    await addProjectEvents(forge, open, ada, { count: 15, start: START - DAY_MS });
    await addProjectEvents(forge, secret, ada, { count: HIDDEN, start: START });
  });
  afterAll(() => forge.close());

  /** The number of events on each page of the list by keyset, and all events. */
  async function readPages(client: Client, query: Query) {
    const sizes: number[] = [];
    const events: Event[] = [];
    let page = await client.get<Event[]>(path, { ...query, pagination: 'keyset' });
    for (;;) {
      sizes.push(page.body.length);
      events.push(...page.body);
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
      if (next === undefined) return { sizes, events };
      page = await client.get<Event[]>(next);
    }
  }

  it('ends a keyset page before it is full, and continues behind the hidden events', async () => {
    const { sizes, events } = await readPages(eve.client, { per_page: '10' });
    expect(sizes).toEqual([1, 10, 5]);
    expect(new Set(events.map(({ created_at }) => created_at)).size).toBe(16);
  });

  it('continues in the other order too', async () => {
    const { sizes } = await readPages(eve.client, { per_page: '10', sort: 'asc' });
    expect(sizes).toEqual([10, 5, 1]);
  });

  it('examines only the days of the request', async () => {
    const { sizes } = await readPages(eve.client, { per_page: '20', before: '2025-06-01' });
    expect(sizes).toEqual([15]);
  });

  it.each(['asc', 'desc'])('returns all pages of a day with sort=%s', async (sort) => {
    const day = { after: '2025-05-30', before: '2025-06-01', sort };
    const { sizes, events } = await readPages(eve.client, { ...day, per_page: '4' });
    expect(sizes).toEqual([4, 4, 4, 3]);
    const { body } = await eve.client.get<Event[]>(path, { ...day, per_page: '20' });
    expect(events).toEqual(body);
  });

  it('returns no event twice if events are added between the pages', async () => {
    const first = await eve.client.get<Event[]>(path, { per_page: '10', pagination: 'keyset' });
    for (let n = 0; n < 3; n++) await forge.seed.issue(open, ada);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    expect([first.body.length, (await eve.client.get<Event[]>(next)).body.length]).toEqual([1, 10]);
    const { body } = await eve.client.get<{ id: number }[]>(`${open.at}/issues`);
    for (const { id } of body) await forge.root.delete(`${open.at}/issues/${id}`);
  });

  it('has by page number what is visible of the first 50,000 events', async () => {
    const { body, headers } = await eve.client.get<Event[]>(path, { per_page: '10' });
    expect([body.length, headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([1, '1', '']);
    const oldest = await eve.client.get<Event[]>(path, { per_page: '10', sort: 'asc' });
    expect([oldest.body.length, oldest.headers.get('X-Total')]).toEqual([10, '15']);
  });

  it('has no total for a viewer who sees more than 10,000 of them', async () => {
    for (const page of ['1', '500', '1200']) {
      const { body, headers } = await ada.client.get<Event[]>(path, { page, per_page: '20' });
      expect([body.length, headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([
        ...[20, null, String(Number(page) + 1)],
      ]);
    }
  });
});
