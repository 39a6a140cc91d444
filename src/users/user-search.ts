import type { Database } from '../database/database.js';
import { statement, type Statement, type Values } from '../database/statement.js';
import { Listing } from '../http/listing.js';
import { MAX_COUNT } from '../http/page.js';
import { USER_LIST, USERS, type UserFilter, type UserRow } from './user.queries.js';

/** A list of users, the values its text asks for, and the filters that belong to it. */
export interface Search {
  listing: Listing<UserRow, UserFilter>;
  values: Values;
  filters: UserFilter[];
  /** Known to have more than `MAX_COUNT` users. */
  isLong: boolean;
}

const TERM = 's.term >= :from AND s.term < :to';

interface Kind {
  filter: UserFilter;
  found: Listing<UserRow, UserFilter>;
  count: Statement<{ total: number }>;
}

/** Those found through the index of endings: a derived table, which both engines begin with. */
const kind = (filter: UserFilter, ids: string): Kind => ({
  filter,
  found: new Listing<UserRow, UserFilter>({
    ...USER_LIST,
    filterJoins: `JOIN (${ids}) f ON f.user_id = u.id`,
  }),
  count: statement(`SELECT COUNT(*) AS total FROM (${ids} LIMIT ${MAX_COUNT + 1}) f`),
});

const BY_ADMIN = kind('searchByAdmin', `SELECT DISTINCT s.user_id FROM user_terms s WHERE ${TERM}`);
/** A whole address only: nobody can feel one out letter by letter. */
const BY_ANYBODY = kind(
  'searchByAnybody',
  `SELECT s.user_id FROM user_terms s WHERE ${TERM} AND s.email_id IS NULL
   UNION SELECT e.user_id FROM emails e WHERE e.email = :address`,
);

export const EVERYBODY: Search = { listing: USERS, values: {}, filters: [], isLong: false };

/**
 * How to list the users a text finds: substrings as they are, `%` and `_` are letters. A few are looked up
 * in the index; where they are many, one in a hundred or more, the list of all is read until a page is full.
 */
export async function searchUsers(
  database: Database,
  isAdmin: boolean,
  text: string,
): Promise<Search> {
  const { filter, found, count } = isAdmin ? BY_ADMIN : BY_ANYBODY;
  const lower = text.toLowerCase();
  const address = lower.trim();
  const values = { ...bounds(lower), address, pattern: contains(lower) };
  const isLong = ((await database.row(count, values))?.total ?? 0) > MAX_COUNT;
  return isLong
    ? { listing: USERS, values, filters: [filter], isLong }
    : { listing: found, values, filters: [], isLong };
}

const LAST = '\u{10ffff}';

/** Between which texts those stand that begin with this one. None has white space, which servers compare loosely. */
const bounds = (text: string): { from: string; to: string } =>
  /\s/.test(text) ? { from: LAST, to: '' } : { from: text, to: text + LAST };

const contains = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`;
