import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
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
  ...options
}: ForgenoteClientOptions): ForgenoteClient {
  const headers = {
    ...(token === undefined ? {} : { 'PRIVATE-TOKEN': token }),
    ...(sudo === undefined ? {} : { Sudo: String(sudo) }),
  };
  return createFetchClient<paths>({ ...options, baseUrl, headers });
}
