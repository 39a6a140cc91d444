import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import { errorOf } from './errors.js';
import { pagesOf, type ItemOf, type ListInit, type ListPath } from './pages.js';
import { withRetries } from './retry.js';
import type { components, paths } from './schema.js';

export * from './errors.js';
export type { ItemOf, ListInit, ListPath } from './pages.js';

/** Types of request and response bodies by name: `Schemas['NoteView']`. */
export type Schemas = components['schemas'];

/** Has one method per HTTP method. All types come from the OpenAPI document. */
export interface ForgenoteClient extends Client<paths> {
  /**
   * Yields each item of a list, to its end, with 100 items a request unless `per_page` says otherwise.
   *
   * @param init path and query parameters, and `signal`, as for `GET`. Without `page`, `pagination` and `format`, which
   *   would change what a page is: `cursor` says where to begin.
   * @throws ForgenoteError the service refuses the list
   * @throws TypeError one of these parameters is given
   */
  pages<Path extends ListPath>(
    path: Path,
    ...init: undefined extends ListInit<Path> ? [init?: ListInit<Path>] : [init: ListInit<Path>]
  ): AsyncGenerator<ItemOf<Path>, void>;
}

export interface ForgenoteClientOptions extends Pick<ClientOptions, 'fetch'> {
  /** URL of the service, without `/api/v3`. */
  baseUrl: string;
  /** Private token of the caller. Without it, only public operations work. */
  token?: string;
  /** Id or username of the user to act as. Only administrators can use it. */
  sudo?: number | string;
  /**
   * How often a request is repeated at most, if the connection fails or the service asks for a later attempt with
   * `Retry-After`. Default: 6. A POST gets an `Idempotency-Key`, so repeating it creates nothing twice. A repeated
   * DELETE returns 404 if the first attempt has deleted the resource and its response was lost. After 504 only a
   * POST is repeated. Resets of private tokens, `PUT /user/password` and `POST /confirmation` are not repeated after
   * a network error either.
   */
  retries?: number;
}

const OPTIONS = ['baseUrl', 'token', 'sudo', 'fetch', 'retries'];

/**
 * Creates a client whose types are generated from the OpenAPI document. The types fit `PROFILE_FIELDS=neutral`,
 * the default. For a service with historic names, generate types from the document of that service.
 *
 * @throws TypeError an option is wrong
 * @example
 * const forge = createClient({ baseUrl: 'http://127.0.0.1:3000', token });
 * const path = { id: 'ada/analytical-engine' };
 * const issue = await dataOf(
 *   forge.POST('/api/v3/projects/{id}/issues', { params: { path }, body: { title: 'It hums' } }),
 * );
 * for await (const { title } of forge.pages('/api/v3/projects/{id}/issues', { params: { path } }))
 *   console.log(title);
 */
export function createClient(options: ForgenoteClientOptions): ForgenoteClient {
  check(options);
  const { baseUrl, token, sudo, fetch = globalThis.fetch, retries = 6 } = options;
  const headers = {
    ...(token === undefined ? {} : { 'PRIVATE-TOKEN': token }),
    ...(sudo === undefined ? {} : { Sudo: String(sudo) }),
  };
  const client = createFetchClient<paths>({ fetch: withRetries(fetch, retries), baseUrl, headers });
  return Object.assign(client, {
    pages: <Path extends ListPath>(path: Path, init?: ListInit<Path>) =>
      pagesOf(client, path, init),
  });
}

/**
 * The data of a response.
 *
 * @throws ForgenoteError the service answered with an error
 */
export async function dataOf<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorOf(response, error);
  return data as Data;
}

function check(options: unknown): asserts options is ForgenoteClientOptions {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`createClient takes an object of options: ${OPTIONS.join(', ')}.`);
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`createClient has no option ${unknown}: it has ${OPTIONS.join(', ')}.`);
  const { baseUrl, fetch = globalThis.fetch, retries = 0 } = options as ForgenoteClientOptions;
  if (!/^https?:\/\/[^/]/.test(baseUrl) || /\/api\/v3\/?$/.test(baseUrl))
    throw new TypeError(
      'baseUrl has to be the URL of the service without /api/v3, for example http://127.0.0.1:3000.',
    );
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw new TypeError('retries has to be 0 or more.');
  if (typeof fetch !== 'function') throw new TypeError('fetch has to be a function.');
}
