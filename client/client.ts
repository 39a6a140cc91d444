import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import { withRetries } from './retry.js';
import type { components, paths } from './schema.js';

/** Types of request and response bodies by name: `Schemas['NoteView']`. */
export type Schemas = components['schemas'];

/** Has one method per HTTP method. All types come from the OpenAPI document. */
export type ForgenoteClient = Client<paths>;

export interface ForgenoteClientOptions extends Pick<ClientOptions, 'fetch'> {
  /** URL of the service, without `/api/v3`. */
  baseUrl: string;
  /** Private token of the caller. Without it, only public operations work. */
  token?: string;
  /** Id or username of the user to act as. Only administrators can use it. */
  sudo?: number | string;
  /**
   * How often a request is repeated at most, if the connection fails or the service asks for a later attempt with
   * `Retry-After`. Default: 6. A POST gets an `Idempotency-Key`, so repeating it creates nothing twice.
   */
  retries?: number;
}

/**
 * Creates a client whose types are generated from the OpenAPI document. The types fit `PROFILE_FIELDS=neutral`,
 * the default. For a service with historic names, generate types from the document of that service.
 *
 * @example
 * const forge = createClient({ baseUrl: 'http://127.0.0.1:3000', token });
 * const { data, error } = await forge.POST('/api/v3/projects/{id}/issues', {
 *   params: { path: { id: 'ada/analytical-engine' } },
 *   body: { title: 'It hums' },
 * });
 * if (error) throw new Error(JSON.stringify(error.message));
 * console.log(data.iid);
 */
export function createClient({
  baseUrl,
  token,
  sudo,
  fetch = globalThis.fetch,
  retries = 6,
}: ForgenoteClientOptions): ForgenoteClient {
  const headers = {
    ...(token === undefined ? {} : { 'PRIVATE-TOKEN': token }),
    ...(sudo === undefined ? {} : { Sudo: String(sudo) }),
  };
  return createFetchClient<paths>({ fetch: withRetries(fetch, retries), baseUrl, headers });
}
