import type { Database } from '../database/database.js';
import { statement, type Statement, type Values } from '../database/statement.js';
import { countUnlessLong, Listing, type ListingOptions } from '../http/listing.js';
import { MAX_COUNT, type PageParams } from '../http/page.js';
import { codePoints } from '../http/params.js';
import { normalizeEmail } from './user-name.js';
import { USER_LIST, USERS, type UserFilter, type UserRow } from './user.queries.js';

/** A list of users, the values its text asks for, and what belongs to it. */
export interface Search {
  listing: Listing<UserRow, UserFilter>;
  values: Values;
  options: ListingOptions<UserFilter>;
}

/** By endings of usernames (0) and of addresses (1): by the one of his that does not repeat the text, each user once. */
const byEndings = (kinds: string): Found => ({
  columns: 's.user_id AS id, s.user_created_at AS created_at',
  from: `user_terms s
    WHERE s.is_address IN (${kinds}) AND s.term >= :from AND s.term < :to AND s.repeats < :length`,
});
/** So many found among so many newest users: reading the list of all fills a page soon. */
const NEWEST = 1_000;
const ENOUGH_NEWEST = 5;

/** Where the ids and moments of the users found come from. */
interface Found {
  columns: string;
  from: string;
}

interface Kind {
  filter: UserFilter;
  found: Listing<UserRow, UserFilter>;
  foundAndFiltered: Listing<UserRow, UserFilter>;
  count: Statement<{ total: number }>;
  /** How many are found among the newest users, up to enough. */
  countNewest: Statement<{ newest: number }>;
}

/** Those found through an index, with which both engines begin. */
const kind = (filter: UserFilter, { columns, from }: Found): Kind => ({
  filter,
  // The index has their order too: of the users themselves, only those of the page are read.
  found: new Listing({
    ...USER_LIST,
    foundIn: `(SELECT ${columns} FROM ${from}) u`,
    where: 'TRUE',
  }),
  foundAndFiltered: new Listing({
    ...USER_LIST,
    filterJoins: `JOIN (SELECT ${columns} FROM ${from}) f ON f.id = u.id`,
  }),
  count: statement(`SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${from} LIMIT :limit) f`),
  countNewest: statement(
    `SELECT COUNT(*) AS newest FROM (
       SELECT 1 FROM (
         SELECT u.id, u.username_key FROM users u WHERE u.created_at >= 0
         ORDER BY u.created_at DESC, u.id DESC LIMIT ${NEWEST}
       ) u WHERE ${USER_LIST.filters?.[filter] ?? ''} LIMIT ${ENOUGH_NEWEST}
     ) f`,
  ),
});

const BY_NAME_OR_ADDRESS = kind('namedOrAddressed', byEndings('0, 1'));
const BY_NAME = kind('named', byEndings('0'));
/** A whole address only: nobody can feel one out letter by letter. It finds one user at most. */
const BY_ADDRESS = kind('named', {
  columns: 'o.id, o.created_at',
  from: 'emails e JOIN users o ON o.id = e.user_id WHERE e.email = :address',
});

/** No username has the @ of an address. */
function kindOf(isAdmin: boolean, address: string): Kind {
  if (isAdmin) return BY_NAME_OR_ADDRESS;
  return address.includes('@') ? BY_ADDRESS : BY_NAME;
}

export const everybody = (filters: UserFilter[]): Search => ({
  listing: USERS,
  values: {},
  options: { filters },
});

/**
 * How to list the users a text finds: substrings as they are, `%` and `_` are letters. Up to `MAX_COUNT` are
 * looked up in the index and put in order. Where there are more, or where that is less to read, the list of all
 * is read until the page is full, which comes soon when some are among the newest.
 */
export async function searchUsers(
  database: Database,
  isAdmin: boolean,
  text: string,
  filters: UserFilter[],
  page: PageParams,
): Promise<Search> {
  const lower = text.toLowerCase();
  const address = normalizeEmail(text);
  const values = { ...bounds(lower), text: lower, length: codePoints(lower), address };
  const { filter, found, foundAndFiltered, count, countNewest } = kindOf(isAdmin, address);
  const total = await countUnlessLong(database, count, values);
  const isFiltered = filters.length > 0;
  // To look at addresses, or for the few a filter leaves, more would have to be read.
  const isSooner = !isAdmin && !isFiltered && usersRead(page) < total;
  const isInList =
    (total > MAX_COUNT || isSooner) &&
    (await database.row(countNewest, values))?.newest === ENOUGH_NEWEST;
  const [listing, all] = isInList
    ? [USERS, [...filters, filter]]
    : [isFiltered ? foundAndFiltered : found, filters];
  // Filters may leave few of many.
  return { listing, values, options: { filters: all, ...(isFiltered ? {} : { total }) } };
}

/** How many of the list of all are read until a page is full, if just enough of the newest are found. */
const usersRead = ({ pagination, page = 1, per_page = 20 }: PageParams): number =>
  (pagination === 'keyset' ? per_page : page * per_page) * (NEWEST / ENOUGH_NEWEST);

const LAST = '\u{10ffff}';

/** Between which texts those stand that begin with this one. None has white space, which servers compare loosely. */
const bounds = (text: string): { from: string; to: string } =>
  /\s/.test(text) ? { from: LAST, to: '' } : { from: text, to: text + LAST };
