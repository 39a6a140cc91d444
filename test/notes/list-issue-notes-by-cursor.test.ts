import { startForge, type Forge } from '../support/app.js';
import { addNotes } from '../support/many-rows.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

interface Note {
  id: number;
  body: string;
}

describe('GET .../issues/:issue_id/notes with pagination=keyset', () => {
  let forge: Forge;
  let ada: SeededUser;
  let project: Resource;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    project = await forge.seed.project(ada);
  });
  beforeEach(async () => {
    issue = await forge.seed.issue(project, ada);
  });
  afterAll(() => forge.close());

  const nextOf = (headers: Headers) => /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];

  /** All pages, to the end; `between` happens after each of them. */
  async function walk(query: string, between: (page: number) => Promise<unknown> = async () => {}) {
    const pages: string[][] = [];
    let next: string | undefined = `${issue.at}/notes?pagination=keyset&${query}`;
    while (next !== undefined) {
      const { body, headers } = await ada.client.get<Note[]>(next);
      pages.push(body.map((note) => note.body));
      next = nextOf(headers);
      await between(pages.length);
    }
    return pages;
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => `Note ${n}`);

  it.each([
    ['sort=asc', numbers(250)],
    ['sort=desc', numbers(250).toReversed()],
  ])('returns each note once with %s', async (sort, expected) => {
    await addNotes(forge, issue, ada, 250);
    const pages = await walk(`${sort}&per_page=100`);
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(expected);
  });

  it('has no next link on a full last page', async () => {
    await addNotes(forge, issue, ada, 4);
    expect(await walk('per_page=2')).toEqual([
      ['Note 0', 'Note 1'],
      ['Note 2', 'Note 3'],
    ]);
  });

  it('returns one empty page if there are no notes', async () => {
    expect(await walk('')).toEqual([[]]);
  });

  it('returns each existing note once while others are added', async () => {
    await addNotes(forge, issue, ada, 30);
    const write = (body: string, created_at?: string) =>
      ada.client.post(`${issue.at}/notes`, { body, ...(created_at ? { created_at } : {}) });
    const seen = (
      await walk('sort=asc&per_page=4', (page) =>
        page > 12
          ? Promise.resolve()
          : Promise.all([write('late'), write('before all', '1970-01-01T00:00:00Z')]),
      )
    ).flat();
    expect(seen.filter((body) => body.startsWith('Note'))).toEqual(numbers(30));
    expect(seen.filter((body) => body === 'before all')).toEqual([]);
  });

  it('returns each remaining note once while others are deleted', async () => {
    await addNotes(forge, issue, ada, 12);
    const { body } = await ada.client.get<Note[]>(`${issue.at}/notes`);
    const seen = await walk('per_page=3', (page) =>
      ada.client.delete(`${issue.at}/notes/${body[page * 3 - 1]?.id ?? 0}`),
    );
    expect(seen.flat()).toEqual(numbers(12));
  });

  it('returns all notes with the same created_at', async () => {
    for (const body of ['1', '2', '3', '4', '5']) {
      await forge.seed.note(issue, ada, { body, created_at: '2016-01-01T00:00:00.000Z' });
    }
    expect((await walk('per_page=2')).flat()).toEqual(['1', '2', '3', '4', '5']);
    expect((await walk('per_page=2&sort=desc')).flat()).toEqual(['5', '4', '3', '2', '1']);
  });

  it('returns the page size and no totals', async () => {
    await addNotes(forge, issue, ada, 3);
    const { headers } = await ada.client.get(`${issue.at}/notes?pagination=keyset&per_page=2`);
    const names = ['X-Per-Page', 'X-Total', 'X-Total-Pages', 'X-Page', 'X-Next-Page'];
    expect(names.map((name) => headers.get(name))).toEqual(['2', null, null, null, null]);
  });

  it('links to the next page and the first, with the other parameters and without the token', async () => {
    await addNotes(forge, issue, ada, 3);
    const query = `pagination=keyset&per_page=2&sort=desc&q=a%20b&page=7`;
    const { headers } = await forge.anonymous.get(
      `${issue.at}/notes?${query}&private_token=${ada.token}`,
    );
    const at = `${forge.api}${issue.at}/notes?pagination=keyset&sort=desc&q=a\\+b&per_page=2`;
    const link = new RegExp(
      `^<${at.replace('?', '\\?')}&cursor=[\\w-]+>; rel="next", <${at.replace('?', '\\?')}>; rel="first"$`,
    );
    expect(headers.get('Link')).toMatch(link);
  });

  it.each(['abc', 'MTIz', '%20', '0', '-1', 'MS4x=', 'x'.repeat(300), '%F0%9F%8E%89', 'Ni41LjE'])(
    'returns 400 for the invalid cursor %s',
    async (cursor) => {
      const path = `${issue.at}/notes?pagination=keyset&cursor=${cursor}`;
      expect(await ada.client.get(path)).toEqual(
        answered(400, { message: { cursor: ['is invalid'] } }),
      );
    },
  );

  it('starts at the beginning with an empty cursor', async () => {
    await addNotes(forge, issue, ada, 2);
    expect(await walk('cursor=')).toEqual([['Note 0', 'Note 1']]);
  });

  it.each(['cursor', 'KEYSET', ''])('returns 400 for pagination=%s', async (pagination) => {
    expect(await ada.client.get(`${issue.at}/notes`, { pagination })).toEqual(
      answered(400, { message: { pagination: ['does not have a valid value'] } }),
    );
  });
});
