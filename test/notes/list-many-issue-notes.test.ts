import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { addNotes } from '../support/many-rows.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

interface Note {
  body: string;
}

describe('GET .../issues/:issue_id/notes with many notes', () => {
  let forge: Forge;
  let ada: SeededUser;
  let project: Resource;
  const issues: Record<number, Resource> = {};

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    project = await forge.seed.project(ada);
    for (const count of [10_000, 10_001]) {
      issues[count] = await forge.seed.issue(project, ada);
      await addNotes(forge, issues[count], ada, count);
    }
  });
  afterAll(() => forge.close());

  const page = (count: number, query: string) =>
    ada.client.get<Note[]>(`${issues[count].at}/notes?${query}`);
  const relations = (headers: Headers) => {
    const links = (headers.get('Link') ?? '').matchAll(/[?&]page=(\d+)[^>]*>; rel="(\w+)"/g);
    return Object.fromEntries([...links].map(([, number, rel]) => [rel, number]));
  };
  const position = ({ headers }: { headers: Headers }) => [
    ...['X-Total', 'X-Total-Pages', 'X-Page', 'X-Next-Page', 'X-Prev-Page'].map((name) =>
      headers.get(name),
    ),
    relations(headers),
  ];

  it('returns totals up to 10,000 notes', async () => {
    expect(position(await page(10_000, 'per_page=100'))).toEqual([
      ...['10000', '100', '1', '2', ''],
      { next: '2', first: '1', last: '100' },
    ]);
  });

  it('returns no totals and no last link beyond 10,000', async () => {
    expect(position(await page(10_001, 'per_page=100&page=2'))).toEqual([
      ...[null, null, '2', '3', '1'],
      { prev: '1', next: '3', first: '1' },
    ]);
  });

  it('still has no next link on the last page', async () => {
    const answer = await page(10_001, 'per_page=100&page=101');
    expect(answer.body.map(({ body }) => body)).toEqual(['Note 10000']);
    expect(position(answer)).toEqual([
      ...[null, null, '101', '', '100'],
      { prev: '100', first: '1' },
    ]);
  });

  it('links from past the end to the last page as prev', async () => {
    const answer = await page(10_001, 'per_page=100&page=250');
    expect(answer.body).toEqual([]);
    expect(position(answer)).toEqual([
      ...[null, null, '250', '', '101'],
      { prev: '101', first: '1' },
    ]);
  });

  it.each([
    'per_page=100&page=502',
    'page=2502',
    'page=9007199254740993',
    'page=1' + '0'.repeat(30),
  ])('returns 400 beyond row 50,000 and suggests keyset: %s', async (query) => {
    const reason = 'is too far (rows beyond 50000 are reached with pagination=keyset)';
    expect(await page(10_001, query)).toEqual(answered(400, { message: { page: [reason] } }));
  });

  it('returns each note once when paged by cursor to the end', async () => {
    const seen: string[] = [];
    let next: string | undefined = `${issues[10_001].at}/notes?pagination=keyset&per_page=100`;
    while (next !== undefined) {
      const { body, headers }: Answer<Note[]> = await ada.client.get<Note[]>(next);
      seen.push(...body.map((note) => note.body));
      next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 10_001 }, (_, n) => `Note ${n}`));
  });
});
