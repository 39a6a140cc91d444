import type { Flags } from './flags.js';
import { CALLER_ID, ISSUES, tokenOf, type Sizes } from './seed.js';

/** Size of the database for the comparison of service and limit. */
export const SIZES: Sizes = { users: 1_000, notes: 1_000, events: 900 };

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The goal of the service on MariaDB, relative to the limit. */
interface Goal {
  /** Lowest share of the limit's requests per second. */
  rate: number;
  /** Highest multiple of the limit's CPU time per request. */
  cpu: number;
}

export interface Item {
  name: string;
  title: string;
  status: number;
  goal: Goal;
  /** The nth request. Writes go to different rows, so that they do not wait for one row lock. */
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

const SINGLE = { rate: 0.68, cpu: 1.7 };
const PAGE = { rate: 0.8, cpu: 1.35 };
const WRITE = { rate: 0.74, cpu: 1.55 };

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

/** Returns the filter for `--only`. */
export function isWanted({ only }: Pick<Flags, 'only'>): (item: Item) => boolean {
  const names = ITEMS.map(({ name }) => name);
  if (only.length > 0 && !names.some((name) => only.includes(name)))
    throw new Error(`--only names none of ${names.join(', ')}`);
  return ({ name }) => only.length === 0 || only.includes(name);
}
