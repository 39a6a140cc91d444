import type { Answer, Client } from '../support/client.js';
import { answered } from '../support/expected-responses.js';

/** A list of 5 items and their ids in list order. `path` ends in a query. */
export interface ListOfFive {
  client: Client;
  path: string;
  ids: number[];
}

type Items = { id: number }[];

/**
 * Declares tests of a list with pages of `perPage`, by number and by cursor. test/http/pages.test.ts has the rules that
 * all lists share.
 */
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

    it('returns every item once and no totals when paged by cursor', async () => {
      const seen: number[] = [];
      let next: string | undefined = `${list().path}&pagination=keyset&per_page=2`;
      while (next) {
        const answer: Answer<Items> = await list().client.get<Items>(next);
        seen.push(...ids(answer));
        expect(answer.headers.get('X-Total')).toBeNull();
        next = linksOf(answer.headers)['next'];
      }
      expect(seen).toEqual(list().ids);
    });

    it('returns 400 for an invalid page, page size and cursor', async () => {
      const message = { page: ['is invalid'], per_page: ['is invalid'] };
      expect(await page('page=two&per_page=two')).toEqual(answered(400, { message }));
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
