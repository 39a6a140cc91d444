import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import type { Resource, SeededUser } from '../support/seed.js';

const PUBLIC_URL = 'https://forge.example/code';

describe('The Link header of the notes of an issue', () => {
  let forge: Forge;
  let ada: SeededUser;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge({ PUBLIC_URL });
    ada = await forge.seed.user();
    issue = await forge.seed.issue(await forge.seed.project(ada), ada);
    for (let n = 0; n < 5; n++) await forge.seed.note(issue, ada);
  });
  afterAll(() => forge.close());

  const headersOf = async (query: string, client: Client = ada.client) =>
    (await client.get(`${issue.at}/notes${query}`)).headers;
  /** The expected Link header for pages given as `rel: query`. */
  const links = (...pages: [rel: string, query: string][]) =>
    pages
      .map(([rel, query]) => `<${PUBLIC_URL}/api/v3${issue.at}/notes?${query}>; rel="${rel}"`)
      .join(', ');

  it.each([
    [
      'the only page',
      '',
      { page: '1', per: '20', next: '', prev: '', pages: '1' },
      [
        ['first', 'page=1&per_page=20'],
        ['last', 'page=1&per_page=20'],
      ],
    ],
    [
      'the first page',
      '?per_page=2',
      { page: '1', per: '2', next: '2', prev: '', pages: '3' },
      [
        ['next', 'page=2&per_page=2'],
        ['first', 'page=1&per_page=2'],
        ['last', 'page=3&per_page=2'],
      ],
    ],
    [
      'a page between',
      '?per_page=2&page=2',
      { page: '2', per: '2', next: '3', prev: '1', pages: '3' },
      [
        ['prev', 'page=1&per_page=2'],
        ['next', 'page=3&per_page=2'],
        ['first', 'page=1&per_page=2'],
        ['last', 'page=3&per_page=2'],
      ],
    ],
    [
      'the last page, not full',
      '?per_page=2&page=3',
      { page: '3', per: '2', next: '', prev: '2', pages: '3' },
      [
        ['prev', 'page=2&per_page=2'],
        ['first', 'page=1&per_page=2'],
        ['last', 'page=3&per_page=2'],
      ],
    ],
    [
      'the last page, full to the end',
      '?per_page=5',
      { page: '1', per: '5', next: '', prev: '', pages: '1' },
      [
        ['first', 'page=1&per_page=5'],
        ['last', 'page=1&per_page=5'],
      ],
    ],
    [
      'a page past the end',
      '?per_page=2&page=100',
      { page: '100', per: '2', next: '', prev: '3', pages: '3' },
      [
        ['prev', 'page=3&per_page=2'],
        ['first', 'page=1&per_page=2'],
        ['last', 'page=3&per_page=2'],
      ],
    ],
  ] as const)('say where %s stands', async (_, query, { page, per, next, prev, pages }, link) => {
    const headers = await headersOf(query);
    const names = ['Page', 'Per-Page', 'Next-Page', 'Prev-Page', 'Total', 'Total-Pages'];
    expect(names.map((name) => headers.get(`X-${name}`))).toEqual([
      ...[page, per, next, prev, '5', pages],
    ]);
    expect(headers.get('Link')).toBe(links(...(link as unknown as [string, string][])));
  });

  it('names page 1 as first and last if there are no notes', async () => {
    const empty = await forge.seed.issue({ ...issue, at: issue.at.replace(/\/issues.*/, '') }, ada);
    const { headers, body } = await ada.client.get(`${empty.at}/notes`);
    const expected = `<${PUBLIC_URL}/api/v3${empty.at}/notes?page=1&per_page=20>`;
    expect([body, headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual([[], '0', '0']);
    expect(headers.get('Link')).toBe(`${expected}; rel="first", ${expected}; rel="last"`);
  });

  const first = (query: string) =>
    links(['first', `${query}page=1&per_page=20`], ['last', `${query}page=1&per_page=20`]);

  it.each([
    ['?sort=asc', 'sort=asc&'],
    ['?q=a%20b&sort=desc', 'q=a+b&sort=desc&'],
    ['?q=%3C%3E%3B%22%2C%26%3D%25', 'q=%3C%3E%3B%22%2C%26%3D%25&'],
    ['?q=%0D%0AX-Evil%3A%201', 'q=%0D%0AX-Evil%3A+1&'],
    ['?q=ä&a[]=1&a[]=2&empty=&bare', 'q=%C3%A4&a%5B%5D=1&a%5B%5D=2&empty=&bare=&'],
    ['?page=1&q=x&per_page=20', 'q=x&'],
    ['?', ''],
  ])('keeps the other parameters of %s, re-encoded', async (query, kept) => {
    expect((await headersOf(query)).get('Link')).toBe(first(kept));
  });

  it('leaves out parameters that nobody defined if they are long', async () => {
    const long = `x=${'y'.repeat(3_600)}`;
    const headers = await headersOf(
      `?${long}&sort=desc&per_page=5&sudo=${ada.username}`,
      forge.root,
    );
    const kept = `sort=desc&sudo=${ada.username}&page=1&per_page=5`;
    expect(headers.get('Link')).toBe(links(['first', kept], ['last', kept]));
  });

  it('never contains the token, wherever in the query it is', async () => {
    const token = `private_token=${ada.token}`;
    for (const query of [`?${token}`, `?a=1&${token}&b=2`, `?private%5Ftoken=${ada.token}`]) {
      const kept = query.includes('a=1') ? 'a=1&b=2&' : '';
      expect((await headersOf(query, forge.anonymous)).get('Link')).toBe(first(kept));
    }
  });

  it('keeps sudo', async () => {
    const headers = await headersOf(`?sudo=${ada.username}`, forge.root);
    expect(headers.get('Link')).toBe(first(`sudo=${ada.username}&`));
  });

  it('ignores host names in the request headers', async () => {
    const client = ada.client.with({
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      Forwarded: 'host=evil.example',
    });
    expect((await headersOf('/', client)).get('Link')).toBe(first(''));
  });
});
