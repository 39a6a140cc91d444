import type { Database } from '../database/database.js';
import { statement, type Statement, type Values } from '../database/statement.js';
import { cappedCount, isKnownLong } from '../database/capped-count.js';
import { Listing } from '../database/listing.js';
import { readCursor } from '../http/pagination/cursor.js';
import { MAX_COUNT, type Page, type PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { codePoints } from '../http/input/params.js';
import { normalizeEmail } from '../emails/email-address.js';
import { USER_LIST, USERS, type UserFilter, type UserRow } from './user.queries.js';

/** By endings of usernames (0) and of addresses (1): by the one of his that does not repeat the text, each user once. */
const byEndings = (kinds: string): Found => ({
  columns: 's.user_id AS id, s.user_created_at AS created_at',
  from: `user_terms s
    WHERE s.is_address IN (${kinds}) AND s.term >= :from AND s.term < :to AND s.repeats < :length`,
});
/** So many found among so many next users of the list of all: to read it fills a page soon. */
const NEXT = 1_000;
const ENOUGH_NEXT = 5;
const NEXT_USERS = `SELECT u.id, u.username_key FROM users u WHERE u.created_at >= 0 AND u.created_at <= :until
  ORDER BY u.created_at DESC, u.id DESC LIMIT ${NEXT}`;

/** Where the ids and moments of the users found come from. */
interface Found {
  columns: string;
  from: string;
}

type Users = Listing<UserRow, UserFilter>;

interface Kind {
  filter: UserFilter;
  /** The first that are found, in no order: of a list that is not long, all. */
  first: Lists;
  all: Lists;
  count: Statement<{ total: number }>;
  /** The next of the list of all users, and how many are found among them, up to enough. */
  countNext: Statement<{ users: number; found: number }>;
}

interface Lists {
  plain: Users;
  filtered: Users;
}

/** Those found through an index, with which both engines begin. */
const kind = (filter: UserFilter, { columns, from }: Found): Kind => ({
  filter,
  first: lists(`(SELECT ${columns} FROM ${from} LIMIT ${MAX_COUNT + 1})`),
  all: lists(`(SELECT ${columns} FROM ${from})`),
  count: statement(`SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${from} LIMIT :limit) f`),
  countNext: statement(
    `SELECT (SELECT COUNT(*) FROM (${NEXT_USERS}) n) AS users, (SELECT COUNT(*) FROM (
       SELECT 1 FROM (${NEXT_USERS}) u WHERE ${USER_LIST.filters?.[filter] ?? ''} LIMIT ${ENOUGH_NEXT}
     ) f) AS found`,
  ),
});

const lists = (found: string): Lists => ({
  // The index has their order too: of the users themselves, only those of the page are read.
  plain: new Listing({ ...USER_LIST, source: `${found} u`, where: 'TRUE' }),
  filtered: new Listing({ ...USER_LIST, filterJoins: `JOIN ${found} f ON f.id = u.id` }),
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

/** What to list of the users a text finds. */
export interface Search {
  text: string;
  /** By any part of their addresses too. */
  isAdmin: boolean;
  filters: readonly UserFilter[];
  /** What the filters ask for. */
  values: Values;
}

/**
 * A page of the users a text finds: substrings as they are, `%` and `_` are letters. Up to `MAX_COUNT` are
 * looked up in the index. Where there are more, the list of all is read until a page is full, which comes soon
 * when some are among those it begins with; else they are all put in order.
 */
export async function searchUsers(
  database: Database,
  params: PageParams,
  search: Search,
): Promise<Page<UserRow>> {
  const { text, isAdmin, filters } = search;
  const address = normalizeEmail(text);
  // Addresses are kept in this form, and nothing else has an @.
  const lower = address.includes('@') ? address : text.toLowerCase();
  const found = { ...bounds(lower), text: lower, length: codePoints(lower), address };
  const values = { ...search.values, ...found };
  const { filter, first, all, count, countNext } = kindOf(isAdmin, address);
  // A filter may leave few of many: what it leaves is counted by itself.
  const list = ({ plain, filtered }: Lists, total: number | Promise<number>) =>
    filters.length > 0
      ? paginate(filtered.rows(database, 'desc', values, filters), params)
      : paginate(plain.rows(database, 'desc', values), params, total);
  if (!isKnownLong(database, count, found)) {
    const counting = cappedCount(database, count, found, MAX_COUNT);
    // At the same time: both read what is found.
    const [total, page] = await Promise.all([counting, list(first, counting)]);
    if (total <= MAX_COUNT) return page;
  }
  const next = await database.row(countNext, { ...found, until: firstMoment(params) });
  if (next && next.found < ENOUGH_NEXT && next.users === NEXT) return list(all, MAX_COUNT + 1);
  const total = filters.length > 0 ? undefined : MAX_COUNT + 1;
  return paginate(USERS.rows(database, 'desc', values, [...filters, filter]), params, total);
}

/** The newest there may be on a page by keyset; pages by offset are read from the newest of all. */
const firstMoment = ({ pagination, cursor }: PageParams): number =>
  pagination === 'keyset' && cursor ? readCursor(cursor).key_created_at : Number.MAX_SAFE_INTEGER;

const LAST = '\u{10ffff}';

/** Between which texts those stand that begin with this one. None has white space, which servers compare loosely. */
const bounds = (text: string): { from: string; to: string } =>
  /\s/.test(text) ? { from: LAST, to: '' } : { from: text, to: text + LAST };
