import { cappedCount, isKnownLong } from '../database/capped-count.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { Listing } from '../database/listing.js';
import { statement, type Statement } from '../database/statement.js';
import { normalizeEmail } from '../emails/email-address.js';
import { codePoints } from '../http/input/text-length.js';
import { readCursor } from '../http/pagination/cursor.js';
import { MAX_COUNT, type Page, type PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import type { User } from './user.entity.js';
import {
  USER_LIST,
  USERS,
  type UserConditions,
  type UserFilter,
  type UserRow,
} from './users.repository.js';

interface UserSearch extends UserConditions {
  text: string;
  /** Also searches for parts of addresses. */
  isAdmin: boolean;
}

type UserListing = Listing<UserRow, UserFilter>;

/** The list of the users that a source finds, with and without the filters of a request. */
interface FoundUsers {
  plain: UserListing;
  filtered: UserListing;
}

/** The statements of one way to search. */
interface SearchStatements {
  /** Finds the same users by scanning the list of all users. */
  filter: UserFilter;
  /** The first `MAX_COUNT + 1` matches in no particular order. */
  first: FoundUsers;
  all: FoundUsers;
  count: Statement<{ total: number }>;
  /** Among the next users of the list of all: how many there are, and how many match, up to `ENOUGH_MATCHES`. */
  countNext: Statement<{ users: number; matches: number }>;
}

/** If that many of the next users match, scanning the list of all users fills a page quickly. */
const NEXT = 1_000;
const ENOUGH_MATCHES = 5;
const NEXT_USERS = `SELECT u.id, u.username_key FROM users u WHERE u.created_at >= 0 AND u.created_at <= :until
  ORDER BY u.created_at DESC, u.id DESC LIMIT ${NEXT}`;

/** @param from finds each matching user once; `columns` are the user's `id` and `created_at` */
const searchStatements = (
  filter: UserFilter,
  { columns, from }: { columns: string; from: string },
): SearchStatements => ({
  filter,
  first: foundUsers(`(SELECT ${columns} FROM ${from} LIMIT ${MAX_COUNT + 1})`),
  all: foundUsers(`(SELECT ${columns} FROM ${from})`),
  count: statement(`SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${from} LIMIT :limit) f`),
  countNext: statement(
    `SELECT (SELECT COUNT(*) FROM (${NEXT_USERS}) n) AS users, (SELECT COUNT(*) FROM (
       SELECT 1 FROM (${NEXT_USERS}) u WHERE ${USER_LIST.filters?.[filter] ?? ''} LIMIT ${ENOUGH_MATCHES}
     ) f) AS matches`,
  ),
});

const foundUsers = (found: string): FoundUsers => ({
  // The index covers the sort order, so only the users of the page are read.
  plain: new Listing({ ...USER_LIST, source: `${found} u`, where: 'TRUE' }),
  filtered: new Listing({ ...USER_LIST, filterJoins: `JOIN ${found} f ON f.id = u.id` }),
});

/** Searches the suffixes of usernames (0) and addresses (1), see `user-terms/`. */
const bySuffix = (kinds: '0' | '0, 1') => ({
  columns: 's.user_id AS id, s.user_created_at AS created_at',
  from: `user_terms s
    WHERE s.is_address IN (${kinds}) AND s.term >= :from AND s.term < :to AND s.repeats < :length
      AND s.user_id NOT IN (SELECT d.root_id FROM deletions d WHERE d.kind = 'User')`,
});
const BY_NAME_OR_ADDRESS = searchStatements('namedOrAddressed', bySuffix('0, 1'));
const BY_NAME = searchStatements('named', bySuffix('0'));
/** A whole address only, so that nobody can guess an address letter by letter. */
const BY_ADDRESS = searchStatements('named', {
  columns: 'o.id, o.created_at',
  from: 'emails e JOIN users o ON o.id = e.user_id WHERE e.email = :address AND o.ghost_id IS NULL',
});

function statementsFor(isAdmin: boolean, text: string): SearchStatements {
  if (isAdmin) return BY_NAME_OR_ADDRESS;
  // Usernames have no @.
  return text.includes('@') ? BY_ADDRESS : BY_NAME;
}

/** Finds users by a part of their username or address. */
export class UserSearchRepository extends FeatureRepository<User> {
  /**
   * Newest first. `%` and `_` in the text are ordinary characters.
   *
   * Up to `MAX_COUNT` matches come from the search index. If there are more, the list of all users is scanned until
   * the page is full. If the next users have too few matches for that, all matches are sorted: MariaDB takes 11 ms for
   * 11,111 of them (docs/decisions/0011).
   */
  async list(params: PageParams, search: UserSearch): Promise<Page<UserRow>> {
    const { text, isAdmin, filters, username } = search;
    const { database } = this;
    const address = normalizeEmail(text);
    // Stored addresses are normalized, and only they contain an @. A part of one is not trimmed: no term has white space.
    const lower = address.includes('@') ? address : text.normalize('NFKC').toLowerCase();
    const found = { ...prefixRange(lower), text: lower, length: codePoints(lower), address };
    const values = { username, ...found };
    const { filter, first, all, count, countNext } = statementsFor(isAdmin, address);
    // With filters the total differs from the number of matches, so `paginate` counts the filtered list.
    const page = ({ plain, filtered }: FoundUsers, total: number | Promise<number>) =>
      filters.length > 0
        ? paginate(filtered.rows(database, 'desc', values, filters), params)
        : paginate(plain.rows(database, 'desc', values), params, total);
    if (!isKnownLong(database, count, found)) {
      const counting = cappedCount(database, count, found, MAX_COUNT);
      const [total, result] = await Promise.all([counting, page(first, counting)]);
      if (total <= MAX_COUNT) return result;
    }
    const next = await database.row(countNext, { ...found, until: latestCreatedAt(params) });
    if (next && next.matches < ENOUGH_MATCHES && next.users === NEXT)
      return page(all, MAX_COUNT + 1);
    const total = filters.length > 0 ? undefined : MAX_COUNT + 1;
    return paginate(USERS.rows(database, 'desc', values, [...filters, filter]), params, total);
  }
}

/** The latest `created_at` that a keyset page can contain. Offset pages are scanned from the newest user. */
const latestCreatedAt = ({ pagination, cursor }: PageParams): number =>
  pagination === 'keyset' && cursor ? readCursor(cursor).key_time : Number.MAX_SAFE_INTEGER;

const LAST = '\u{10ffff}';

/**
 * The range of terms that start with a text. Empty for a text with white space: terms have none, but the collation of a
 * server could ignore it and match.
 */
const prefixRange = (text: string): { from: string; to: string } =>
  /\s/.test(text) ? { from: LAST, to: '' } : { from: text, to: text + LAST };
