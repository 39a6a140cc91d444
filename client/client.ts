import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { components, paths } from './schema.js';

/** The shapes of the interface by name: `Schemas['NoteView']`. */
export type Schemas = components['schemas'];

/** One method for each method of HTTP; paths, parameters, bodies and answers are those of the OpenAPI document. */
export type ForgenoteClient = Client<paths>;

export interface ForgenoteClientOptions extends Pick<ClientOptions, 'fetch'> {
  /** Where the service is: what comes before `/api/v3`. */
  baseUrl: string;
  /** The private token of the caller. Without it only what is public answers. */
  token?: string;
  /** The id or the username of the user an administrator acts as. */
  sudo?: number | string;
}

/**
 * A client whose types are generated from the OpenAPI document. They are those of `PROFILE_FIELDS=neutral`, the
 * default: against a service that answers historic names, generate your own from its document.
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
