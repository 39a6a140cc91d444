import type { HttpRequest } from './items.js';
import { ADMIN, CALLER_ID, createdAt, FIRST_ITEM, tokenOf, updatedAt, usernameOf } from './seed.js';

const PER_PAGE = 20;
/** The highest offset the service accepts. */
const MAX_OFFSET = 50_000;
/** Number of different callers, spread over all users. */
const CALLERS = 100;

/** The same request for a database of any size. */
export interface GrowthRequest {
  title: string;
  /** Highest allowed ratio of large to small latency; null if there is no goal. */
  goal: number | null;
  request: (rows: number, n: number) => HttpRequest;
}

/** A listing with `rows` rows. Its ids ascend or descend as `order` says. */
interface List {
  title: string;
  path: string;
  first: number;
  order: 'asc' | 'desc';
  /** The time that the list is ordered by, in milliseconds. Default: `created_at`. */
  timeOf?: (id: number, rows: number) => number;
}

const itemLists = (title: string, path: string): List[] => [
  { title, path, first: FIRST_ITEM, order: 'desc' },
  {
    title: `${title} by update`,
    path: `${path}?order_by=updated_at`,
    first: FIRST_ITEM,
    // The newest item was updated first.
    order: 'asc',
    timeOf: updatedAt,
  },
];

const LISTS: readonly List[] = [
  { title: 'Notes', path: '/projects/1/issues/1/notes', first: 1, order: 'asc' },
  { title: 'Users', path: '/users', first: CALLER_ID, order: 'desc' },
  { title: 'Events', path: `/users/${CALLER_ID}/events`, first: 1, order: 'desc' },
  ...itemLists('Issues', '/projects/2/issues'),
  ...itemLists('Merge requests', '/projects/2/merge_requests'),
];

const get = (path: string, token = tokenOf(CALLER_ID)): HttpRequest => ({
  method: 'GET',
  path: `/api/v3${path}`,
  headers: { 'private-token': token },
});

const query = (path: string, params: Record<string, string>) =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(params).toString()}`;

/** Keyset parameters with a cursor in the service's format: the time and the id of the row before the page. */
const after = (id: number, time = createdAt(id)) => ({
  pagination: 'keyset',
  cursor: Buffer.from(`${time}.${id}`).toString('base64url'),
});

function ofList({ title, path, first, order, timeOf = createdAt }: List): GrowthRequest[] {
  const page = (params: Record<string, string>) =>
    get(query(path, { per_page: String(PER_PAGE), ...params }));
  /** The page after this share of the rows. The page is always full, also in a small list. */
  const keyset = (share: number) => (rows: number) => {
    const before = Math.min(Math.round(rows * share), rows - PER_PAGE - 1);
    const id = order === 'asc' ? first + before - 1 : first + rows - before;
    return page(after(id, timeOf(id, rows)));
  };
  return [
    { title: `${title}: first page`, goal: 1.3, request: () => page({}) },
    {
      title: `${title}: first page by keyset`,
      goal: 1.3,
      request: () => page({ pagination: 'keyset' }),
    },
    ...[0.1, 0.5, 0.99].map((share) => ({
      title: `${title}: keyset page at ${Math.round(share * 100)} %`,
      goal: 1.3,
      request: keyset(share),
    })),
    {
      title: `${title}: offset page at the bound`,
      goal: null,
      request: (rows) => {
        const bound = Math.min(MAX_OFFSET, rows - PER_PAGE);
        return page({ page: String(Math.floor(bound / PER_PAGE) + 1) });
      },
    },
  ];
}

/** The id of a user in the middle of the list. */
const middleUser = (rows: number) => CALLER_ID + Math.floor(rows / 2);
const search = (text: string, token?: string, page: Record<string, string> = {}) =>
  get(query('/users', { search: text, ...page }), token);

export const GROWTH_REQUESTS: readonly GrowthRequest[] = [
  ...LISTS.flatMap(ofList),
  {
    title: 'Users: search that finds one',
    goal: 10,
    request: (rows) => search(usernameOf(middleUser(rows)).slice(1)),
  },
  {
    title: 'Users: search that finds many',
    goal: 10,
    // Two neighbouring syllables that about one username in 100 contains.
    request: () => search(usernameOf(CALLER_ID).slice(1, 6)),
  },
  {
    title: 'Users: search that finds just under the count limit',
    goal: 10,
    // 9,692 of 1,000,000 users match.
    request: () => search('obe'),
  },
  // No goal for the others with more than 10,000 matches: each page reads and sorts all matches.
  // 11,113 of 1,000,000 users match, nearly all of them among the oldest.
  { title: 'Users: search that finds the oldest', goal: 10, request: () => search('-10') },
  { title: 'Users: search that finds most', goal: null, request: () => search('a') },
  {
    title: 'Users: last keyset page of a search that finds most',
    goal: null,
    // The page starts after the tenth oldest user.
    request: () => search('a', tokenOf(CALLER_ID), after(CALLER_ID + 10)),
  },
  {
    title: 'Users: search by an administrator that finds all',
    goal: null,
    request: () => search('person', ADMIN.token),
  },
  // Every address contains "person", no username does. Only administrators search addresses.
  {
    title: 'Users: search for a text of addresses only',
    goal: 10,
    request: () => search('person'),
  },
  { title: 'Users: search that finds no user', goal: 10, request: () => search('hum%hum') },
  {
    title: 'Users: search by an administrator that finds one',
    goal: 10,
    request: (rows) => search(usernameOf(middleUser(rows)).slice(1), ADMIN.token),
  },
  // No goals: docs/decisions/0021.
  ...['issues', 'merge_requests'].map((name) => ({
    title: `By label: ${name.replace('_', ' ')}`,
    goal: null,
    request: () => get(query(`/projects/2/${name}`, { labels: 'label 1' })),
  })),
  { title: 'Labels with their counts', goal: null, request: () => get('/projects/2/labels') },
  ...['issues', 'merge_requests'].map((name) => ({
    title: `By number: ${name.replace('_', ' ')}`,
    goal: 1.3,
    request: (rows: number) =>
      get(query(`/projects/2/${name}`, { iid: String(Math.floor(rows / 2)) })),
  })),
  {
    title: 'Users: by username',
    goal: null,
    request: (rows) => get(query('/users', { username: usernameOf(middleUser(rows)) })),
  },
  {
    title: 'Token look-up (GET /user)',
    goal: 1.1,
    request: (rows, n) =>
      get('/user', tokenOf(CALLER_ID + (n % CALLERS) * Math.floor(rows / CALLERS))),
  },
];
