import type { Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import type { SeededUser } from '../support/seed.js';

export interface KeyedAnswer {
  status: number;
  /** The bytes of the body. */
  text: string;
  body: unknown;
  headers: Headers;
  isReplay: boolean;
}

interface Sent {
  token: string;
  key?: string;
  headers?: Record<string, string>;
  method?: string;
}

let count = 0;
export const newKey = () => `key-${++count}`;

/** Sends JSON, or a body of another type as it is. Checks the response against the document. */
export async function send(
  forge: Forge,
  { token, key, headers = {}, method = 'POST' }: Sent,
  path: string,
  given?: object | URLSearchParams | FormData,
): Promise<KeyedAnswer> {
  const isForm = given instanceof URLSearchParams || given instanceof FormData;
  const response = await fetch(forge.api + path, {
    method,
    headers: {
      'private-token': token,
      ...(given && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(given ? { body: isForm ? given : JSON.stringify(given) } : {}),
  });
  const text = await response.text();
  const { status, headers: received } = response;
  const body = JSON.parse(text) as unknown;
  const { pathname } = new URL(response.url);
  forge.contract.check({ method, path: pathname, status, headers: received, body });
  return { status, text, body, headers: received, isReplay: received.has('idempotency-replayed') };
}

/** An issue in a project of a new user, and functions that write notes on it. */
export async function anIssue(forge: Forge) {
  const author: SeededUser = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(author), author);
  const path = `${issue.at}/notes`;
  return {
    author,
    issue,
    path,
    post: (key: string, given: object = { body: 'Once' }) =>
      send(forge, { token: author.token, key }, path, given),
    notes: async () => (await author.client.get<{ id: number; body: string }[]>(path)).body,
  };
}

export interface StoredRow {
  user_id: number;
  route: string;
  request_key: string;
  expires_at: number;
  body: string | null;
}

export const storedRows = async (forge: Forge, key: string): Promise<StoredRow[]> =>
  (await sql<StoredRow>(forge, 'SELECT * FROM stored_responses ORDER BY id')).filter(
    ({ request_key }) => request_key === key,
  );

/** What the database holds when the process of a request has died, or is still running. */
export const leaveUnfinished = (forge: Forge, key: string, expiresAt: number) =>
  sql(
    forge,
    `UPDATE stored_responses SET body = NULL, claim = 'of-another-process', expires_at = ${expiresAt}
     WHERE request_key = '${key}'`,
  );

export const REPLAYED = { status: 201, isReplay: true };
export const RUNNING = {
  message:
    '409 Conflict - The first request with this Idempotency-Key is still running. Retry later',
};
export const REUSED = {
  message:
    '422 Unprocessable Entity - This Idempotency-Key belongs to a request with other parameters. Use a new key',
};
