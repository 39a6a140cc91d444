import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { answered } from '../support/expected-responses.js';
import { ISSUE, MERGE_REQUEST } from '../support/noteables.js';
import type { SeededUser } from '../support/seed.js';

interface Item {
  id: number;
  iid: number;
  title: string;
  updated_at: string;
}

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

describe.each([ISSUE, MERGE_REQUEST])('GET /projects/:id/$path', ({ path, make }) => {
  let at: string;

  beforeAll(async () => {
    const project = await forge.seed.project(ada, { visibility_level: 20 });
    at = `${project.at}/${path}`;
    const made: { at: string }[] = [];
    for (const title of ['one', 'two', 'three', 'four', 'five']) {
      const item = await make(forge.seed, project, ada);
      await ada.client.put(item.at, { title });
      made.push(item);
    }
    // The oldest is updated last: by a change, and by a note.
    await ada.client.put(made[1]?.at ?? '', { description: 'Changed.' });
    await ada.client.post(`${made[0]?.at ?? ''}/notes`, { body: 'Noted.' });
  });

  const titles = async (query: Record<string, string>) =>
    (await ada.client.get<Item[]>(at, query)).body.map(({ title }) => title);

  it.each([
    [{}, 'five four three two one'],
    [{ order_by: 'created_at' }, 'five four three two one'],
    [{ order_by: 'created_at', sort: 'asc' }, 'one two three four five'],
    [{ order_by: 'updated_at' }, 'one two five four three'],
    [{ order_by: 'updated_at', sort: 'asc' }, 'three four five two one'],
    [{ order_by: 'updated_at', state: 'opened', per_page: '2', page: '2' }, 'five four'],
    [{ order_by: 'updated_at', state: 'closed' }, ''],
  ])('orders by %j', async (query, expected) => {
    expect((await titles(query as Record<string, string>)).join(' ')).toBe(expected);
  });

  it.each(['asc', 'desc'])('pages by cursor through the order updated_at %s', async (sort) => {
    const whole = await titles({ order_by: 'updated_at', sort });
    const seen: string[] = [];
    const query = `order_by=updated_at&sort=${sort}&pagination=keyset&per_page=2`;
    let next: string | undefined = `${forge.api}${at}?${query}`;
    while (next) {
      const { body, headers }: Answer<Item[]> = await ada.client.get<Item[]>(next);
      seen.push(...body.map(({ title }) => title));
      next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual(whole);
  });

  it.each([
    [{ iid: '2' }, 'two'],
    [{ iid: '2', state: 'opened' }, 'two'],
    [{ iid: '2', state: 'closed' }, ''],
    [{ iid: '2', order_by: 'updated_at', sort: 'asc', pagination: 'keyset' }, 'two'],
    [{ iid: '6' }, ''],
    [{ iid: '0' }, ''],
    [{ iid: '9007199254740991' }, ''],
    [{ iid: '' }, 'five four three two one'],
  ])('finds by number: %j', async (query, expected) => {
    expect((await titles(query as Record<string, string>)).join(' ')).toBe(expected);
  });

  it('counts only the one with the number', async () => {
    const { headers, body } = await ada.client.get<Item[]>(at, { iid: '3' });
    expect([headers.get('X-Total'), body.map(({ iid }) => iid)]).toEqual(['1', [3]]);
  });

  it('finds no number of another project', async () => {
    const other = await forge.seed.project(ada);
    expect(await ada.client.get(`${other.at}/${path}`, { iid: '1' })).toEqual(answered(200, []));
  });

  it.each([
    [{ order_by: 'title' }, { order_by: ['does not have a valid value'] }],
    [{ iid: 'x' }, { iid: ['is invalid'] }],
    [{ iid: '-1' }, { iid: ['must be greater than or equal to 0'] }],
    [
      { iid: '1e3', order_by: 'id', scope: 'all' },
      {
        order_by: ['does not have a valid value'],
        iid: ['is invalid'],
        scope: ['is not supported'],
      },
    ],
  ])('returns 400 for %j', async (query, message) => {
    expect(await ada.client.get(at, query as Record<string, string>)).toEqual(
      answered(400, { message }),
    );
  });
});
