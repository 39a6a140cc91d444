import type { Answer, Client } from '../support/client.js';
import { answered } from '../support/expected-responses.js';

/** A list of 5 items and their ids in list order. `path` ends in a query. */
export interface ListOfFive {
  client: Client;
  path: string;
  ids: number[];
}

type Items = { id: number }[];

/** Declares tests of a list with pages of `perPage`, by number and by cursor. */
export function paginated(list: () => ListOfFive, { perPage = 20 } = {}): void {
  const page = (query: string) => list().client.get<Items>(`${list().path}&${query}`);
  const ids = ({ body }: Answer<Items>) => body.map(({ id }) => id);

  describe('pagination', () => {
    it('returns the requested page and its position', async () => {
      const { ids: all } = list();
      const answer = await page('page=2&per_page=2');
      expect(ids(answer)).toEqual(all.slice(2, 4));
      expect(positionOf(answer)).toEqual({
        ...{ total: '5', totalPages: '3', page: '2', perPage: '2', next: '3', prev: '1' },
        links: { prev: '1', next: '3', first: '1', last: '3' },
      });
    });

    it('returns the first page by default', async () => {
      const answer = await page('');
      expect(ids(answer)).toEqual(list().ids);
      expect(positionOf(answer)).toEqual({
        ...{ total: '5', totalPages: '1', page: '1', perPage: String(perPage), next: '', prev: '' },
        links: { first: '1', last: '1' },
      });
    });

    it('returns an empty page past the end and links to the last page', async () => {
      const answer = await page('page=9&per_page=2');
      expect(ids(answer)).toEqual([]);
      expect(positionOf(answer)).toEqual({
        ...{ total: '5', totalPages: '3', page: '9', perPage: '2', next: '', prev: '3' },
        links: { prev: '3', first: '1', last: '3' },
      });
    });

    it.each([
      ['page=0&per_page=0', '1', String(perPage)],
      ['page=-1&per_page=-1', '1', String(perPage)],
      ['page=1&per_page=101', '1', '100'],
    ])('replaces out-of-range values in %s', async (query, number, size) => {
      const { headers } = await page(query);
      expect([headers.get('X-Page'), headers.get('X-Per-Page')]).toEqual([number, size]);
    });

    it.each(['page', 'per_page'])('returns 400 for a %s that is not an integer', async (name) => {
      expect(await page(`${name}=two`)).toEqual(
        answered(400, { message: { [name]: ['is invalid'] } }),
      );
    });

    it('returns 400 for a page that is a list', async () => {
      expect(await page('page[]=2')).toEqual(answered(400, { message: { page: ['is invalid'] } }));
    });

    it('links to the same list without the token', async () => {
      const { headers } = await page('per_page=2&private_token=');
      const link = new URL(linksOf(headers)['next'] ?? '');
      const { ids: all } = list();
      expect(link.searchParams.has('private_token')).toBe(false);
      expect(ids(await list().client.get(link.href))).toEqual(all.slice(2, 4));
    });

    it('returns every item once when paged by cursor', async () => {
      const seen: number[] = [];
      let next: string | undefined = `${list().path}&pagination=keyset&per_page=2`;
      while (next) {
        const answer: Answer<Items> = await list().client.get<Items>(next);
        seen.push(...ids(answer));
        next = linksOf(answer.headers)['next'];
      }
      expect(seen).toEqual(list().ids);
    });

    it('sends no totals when paged by cursor', async () => {
      const { headers } = await page('pagination=keyset&per_page=2');
      expect([headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual([null, null]);
    });

    it('returns 400 for an invalid cursor', async () => {
      expect(await page('pagination=keyset&cursor=abc')).toEqual(
        answered(400, { message: { cursor: ['is invalid'] } }),
      );
    });
  });
}

function positionOf({ headers }: Answer) {
  const links = Object.entries(linksOf(headers));
  return {
    total: headers.get('X-Total'),
    totalPages: headers.get('X-Total-Pages'),
    page: headers.get('X-Page'),
    perPage: headers.get('X-Per-Page'),
    next: headers.get('X-Next-Page'),
    prev: headers.get('X-Prev-Page'),
    links: Object.fromEntries(
      links.map(([rel, url]) => [rel, new URL(url).searchParams.get('page')]),
    ),
  };
}

/** The URLs of a Link header by their relation. */
function linksOf(headers: Headers): Record<string, string> {
  const links = (headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, url = '', rel = '']) => [rel, url]));
}
