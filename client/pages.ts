import type { Client, MaybeOptionalInit } from 'openapi-fetch';
import { errorOf } from './errors.js';
import type { paths } from './schema.js';

type ListResponse<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': (infer Item)[] } } } };
}
  ? Item
  : never;

/** The paths whose GET returns a list. */
export type ListPath = {
  [Path in keyof paths]: [ListResponse<Path>] extends [never] ? never : Path;
}[keyof paths];

/** An item of the list at a path. */
export type ItemOf<Path extends ListPath> = ListResponse<Path>;

/** `pages` sets them itself, and reads JSON only. */
const REFUSED = ['page', 'pagination', 'format'] as const;

type QueryOf<Query> = Omit<Query, (typeof REFUSED)[number]> & {
  [Name in (typeof REFUSED)[number]]?: never;
};
interface PagedGet<Operation extends { parameters: { query?: unknown } }> {
  get: Omit<Operation, 'parameters'> & {
    parameters: Omit<Operation['parameters'], 'query'> & {
      query?: QueryOf<NonNullable<Operation['parameters']['query']>>;
    };
  };
}

/** The parameters of the list at a path, as for `GET`, without `page`, `pagination` and `format`. */
export type ListInit<Path extends ListPath> = MaybeOptionalInit<
  PagedGet<paths[Path]['get']>,
  'get'
>;

interface AnyInit {
  parseAs?: 'json';
  params?: { query?: Record<string, unknown> };
}
type AnyGet = (
  path: string,
  init: AnyInit,
) => Promise<{ data?: unknown[]; error?: unknown; response: Response }>;

/**
 * Yields each item of a list, to its end. The next page is requested when its first item is.
 *
 * @throws TypeError a parameter that `pages` sets itself
 */
export async function* pagesOf<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  given?: ListInit<Path>,
): AsyncGenerator<ItemOf<Path>, void> {
  const get = client.GET as unknown as AnyGet;
  const init = (given ?? {}) as AnyInit;
  const refused = REFUSED.find((name) => init.params?.query?.[name] !== undefined);
  if (refused)
    throw new TypeError(`pages reads all pages of a list as JSON: leave out ${refused}.`);
  let query: Record<string, unknown> | undefined = {
    per_page: 100,
    ...init.params?.query,
    pagination: 'keyset',
  };
  while (query) {
    const { data, error, response } = await get(path, {
      ...init,
      parseAs: 'json',
      params: { ...init.params, query },
    });
    if (!data) throw errorOf(response, error);
    yield* data as ItemOf<Path>[];
    query = nextQuery(response.headers.get('Link'));
  }
}

/** The parameters of the next page. Not its address: that is PUBLIC_URL, and the caller may have another. */
function nextQuery(link: string | null): Record<string, string> | undefined {
  const next = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? undefined : Object.fromEntries(new URL(next).searchParams);
}
