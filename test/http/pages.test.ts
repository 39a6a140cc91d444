import { RequestScope } from '../../src/database/request-scope.js';
import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import { startForge, type Forge } from '../support/app.js';
import { requestText, sendRaw } from '../support/raw.js';
import type { Resource, SeededUser } from '../support/seed.js';

const API = 'https://forge.example/prefix/api/v3';
let forge: Forge;
let ada: SeededUser;
let notes: string;

beforeAll(async () => {
  forge = await startForge({ PUBLIC_URL: 'https://forge.example/prefix/' });
  ada = await forge.seed.user();
  notes = `${(await issueWithNotes()).at}/notes`;
});
afterAll(() => forge.close());

async function issueWithNotes(): Promise<Resource> {
  const issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  for (let i = 0; i < 5; i++) await forge.seed.note(issue, ada, { body: `n${i}` });
  return issue;
}

const POSITION_HEADERS = ['total', 'total-pages', 'page', 'per-page', 'next-page', 'prev-page'];
const page = async (query: Record<string, string | number>, path = notes) => {
  const { status, body, headers } = await ada.client.get<{ body: string }[]>(path, query);
  const position = Object.fromEntries(
    POSITION_HEADERS.map((name) => [name, headers.get(`x-${name}`)]),
  );
  const link = headers.get('link') ?? '';
  const rel = Object.fromEntries(
    [...link.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, name]) => [name, url]),
  );
  return { status, body, position, rel };
};

describe('a page of a list', () => {
  it('has headers with its position', async () => {
    const { body, position, rel } = await page({ per_page: 2, page: 2, sort: 'asc' });
    expect(body).toMatchObject([{ body: 'n2' }, { body: 'n3' }]);
    expect(position).toEqual({
      total: '5',
      'total-pages': '3',
      page: '2',
      'per-page': '2',
      'next-page': '3',
      'prev-page': '1',
    });
    const linkTo = (number: number) => `${API}${notes}?sort=asc&page=${number}&per_page=2`;
    expect(rel).toEqual({ prev: linkTo(1), next: linkTo(3), first: linkTo(1), last: linkTo(3) });
  });

  it('has the same links if the request line names the host', async () => {
    const { rel } = await page({ per_page: 2 });
    const url = `HTTP://${new URL(forge.url).host}/api/v3${notes}?per_page=2`;
    const token = { 'PRIVATE-TOKEN': ada.token };
    const response = await sendRaw(forge.url, requestText(`GET ${url}`, token));
    expect(response.status).toBe(200);
    for (const link of Object.values(rel))
      expect(response.headers.get('link')).toContain(`<${link}>`);
  });

  it('has no next link if it is the last', async () => {
    const { position, rel } = await page({ per_page: 2, page: 3 });
    expect([position['next-page'], rel['next']]).toEqual(['', undefined]);
  });

  it('is empty past the end, and links to the last page as prev', async () => {
    const { status, body, position, rel } = await page({ per_page: 2, page: 9 });
    expect([status, body, position['prev-page']]).toEqual([200, [], '3']);
    expect(rel['prev']).toBe(`${API}${notes}?page=3&per_page=2`);
  });

  it('links to page 1 as first and last if the list is empty', async () => {
    const empty = await forge.seed.issue(await forge.seed.project(ada), ada);
    const { body, position, rel } = await page({}, `${empty.at}/notes`);
    expect([body, position['total'], position['total-pages']]).toEqual([[], '0', '0']);
    expect(rel['first']).toBe(rel['last']);
    expect(rel['first']).toMatch(/\?page=1&per_page=20$/);
  });

  it.each([
    [{ page: 0 }, '1', '20'],
    [{ page: -3, per_page: 0 }, '1', '20'],
    [{ per_page: 101 }, '1', '100'],
    [{ per_page: 100_000 }, '1', '100'],
    [{ page: '2', per_page: '3' }, '2', '3'],
    [{ page: '', per_page: '' }, '1', '20'],
  ])('reads %j as page %s with %s items', async (query, number, size) => {
    const { position } = await page(query);
    expect([position['page'], position['per-page']]).toEqual([number, size]);
  });

  it.each(['page', 'per_page'])('returns 400 for a %s that is not an integer', async (name) => {
    for (const value of ['one', '1.5', '1e3']) {
      const { status, body } = await page({ [name]: value });
      expect([status, body]).toEqual([400, { message: { [name]: ['is invalid'] } }]);
    }
  });

  it('returns 400 beyond 50,000 rows and suggests keyset', async () => {
    expect((await page({ per_page: 100, page: 501 })).status).toBe(200);
    const { status, body } = await page({ per_page: 100, page: 502 });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/"page":\[".*keyset/);
  });
});

describe('a page of keyset pagination', () => {
  it('links to the end, each row once, while rows are added', async () => {
    const other = await issueWithNotes();
    const at = `${other.at}/notes`;
    const seen: string[] = [];
    let url: string | undefined = `${at}?pagination=keyset&per_page=2&sort=desc`;
    while (url) {
      const { body, rel, position } = await page({}, url);
      seen.push(...body.map((note) => note.body));
      expect([position['total'], rel['last']]).toEqual([null, undefined]);
      expect(rel['first']).toBe(`${API}${at}?pagination=keyset&sort=desc&per_page=2`);
      url = rel['next']?.replace(API, '');
      await forge.seed.note(other, ada, { body: 'added meanwhile' });
    }
    expect(seen).toEqual(['n4', 'n3', 'n2', 'n1', 'n0']);
  });

  it.each(['nonsense', '!!', 'MS4y.', Buffer.from('1.x').toString('base64url')])(
    'returns 400 for the cursor %s',
    async (cursor) => {
      const { status, body } = await page({ pagination: 'keyset', cursor });
      expect([status, body]).toEqual([400, { message: { cursor: ['is invalid'] } }]);
    },
  );

  it('returns 400 for an unknown pagination', async () => {
    const { status, body } = await page({ pagination: 'magic' });
    expect([status, body]).toEqual([
      400,
      { message: { pagination: ['does not have a valid value'] } },
    ]);
  });
});

describe('a list of more than 10,000 rows', () => {
  it('leaves out its totals', async () => {
    const long = await forge.seed.issue(await forge.seed.project(ada), ada);
    await forge.seed.note(long, ada, { body: 'copied' });
    const double = statement(
      `INSERT INTO notes (noteable_type, noteable_id, project_id, author_id, body, is_system, created_at, updated_at)
       SELECT noteable_type, noteable_id, project_id, author_id, body, is_system, created_at, updated_at
       FROM notes WHERE noteable_type = 'Issue' AND noteable_id = :issue LIMIT :most`,
    );
    const grow = async (most: number) => {
      const values = { issue: long.id, most };
      await forge.app
        .get(Database)
        .unit(RequestScope.background, (unit) => unit.write(double, values));
    };
    for (let count = 1; count < 10_000; count *= 2) await grow(Math.min(count, 10_000 - count));
    const exact = await page({}, `${long.at}/notes`);
    expect(exact.position['total']).toBe('10000');
    await grow(1);
    const beyond = await page({}, `${long.at}/notes`);
    expect([beyond.position['total'], beyond.position['total-pages'], beyond.rel['last']]).toEqual([
      null,
      null,
      undefined,
    ]);
    expect(beyond.rel['next']).toMatch(/page=2/);
  });
});
