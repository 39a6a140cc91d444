import type { Flags } from './flags.js';
import { CALLER_ID, ISSUES, tokenOf, type Sizes } from './seed.js';

/** What is in the database while the service and the limit are compared. */
export const SIZES: Sizes = { users: 1_000, notes: 1_000, events: 1_000 };

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** What the service has to reach against the limit on MariaDB. */
interface Goal {
  /** At least this share of the limit's requests per second. */
  rate: number;
  /** At most this many times its CPU time per request. */
  cpu: number;
}

export interface Item {
  name: string;
  title: string;
  status: number;
  goal: Goal;
  /** The nth request: writers go round, so that they do not wait for one row. */
  request: (n: number) => HttpRequest;
}

const headers = { 'private-token': tokenOf(CALLER_ID) };
const JSON_BODY = { ...headers, 'content-type': 'application/json' };
const body = JSON.stringify({
  body: 'It hums again since this morning, and louder than it did before. Shall we look at the wheel?',
});
const notesOf = (issue: number) => `/api/v3/projects/1/issues/${issue}/notes`;

const read = (name: string, title: string, goal: Goal, path: string): Item => {
  const request: HttpRequest = { method: 'GET', path, headers };
  return { name, title, status: 200, goal, request: () => request };
};

const SINGLE = { rate: 0.8, cpu: 1.5 };
const PAGE = { rate: 0.9, cpu: 1.25 };
const WRITE = { rate: 0.85, cpu: 1.4 };

export const ITEMS: readonly Item[] = [
  read('user', 'GET /user', SINGLE, '/api/v3/user'),
  read('user-by-id', 'GET /users/:id', SINGLE, '/api/v3/users/17'),
  read('users', 'GET /users, page of 20', PAGE, '/api/v3/users?per_page=20'),
  read('notes-20', 'GET notes of an issue, page of 20', PAGE, `${notesOf(1)}?per_page=20`),
  read('notes-100', 'GET notes of an issue, page of 100', PAGE, `${notesOf(1)}?per_page=100`),
  read(
    'events',
    'GET /users/:id/events, page of 20',
    PAGE,
    `/api/v3/users/${CALLER_ID}/events?per_page=20`,
  ),
  {
    name: 'create-note',
    title: 'POST a note',
    status: 201,
    goal: WRITE,
    request: (n) => ({
      method: 'POST',
      path: notesOf(1 + (n % ISSUES)),
      headers: JSON_BODY,
      body,
    }),
  },
  {
    name: 'update-note',
    title: 'PUT a note',
    status: 200,
    goal: WRITE,
    request: (n) => ({
      method: 'PUT',
      path: `${notesOf(1)}/${1 + (n % SIZES.notes)}`,
      headers: JSON_BODY,
      body,
    }),
  },
];

/** The items a run is for. */
export function isWanted({ only }: Pick<Flags, 'only'>): (item: Item) => boolean {
  const names = ITEMS.map(({ name }) => name);
  if (only.length > 0 && !names.some((name) => only.includes(name)))
    throw new Error(`--only names none of ${names.join(', ')}`);
  return ({ name }) => only.length === 0 || only.includes(name);
}
