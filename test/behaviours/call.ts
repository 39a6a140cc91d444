import type { Answer, Client } from '../support/client.js';

/** A request that would succeed if the right person made it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
}

export const send = (client: Client, { method, path, body }: Call): Promise<Answer> =>
  client.send(method, path, body);
