import { FeatureRepository } from '../../database/feature-repository.js';
import { givenFilters, Listing } from '../../database/listing.js';
import { mailboxKey, normalizeEmail } from '../emails/email-address.js';
import { codePoints } from '../../http/input/text-length.js';
import type { Page } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import type { ListUsersParams } from './user.dto.js';
import type { User } from './user.entity.js';
import { filterValues, USER_LIST, type UserRow } from './users.repository.js';

/** The lists of the users that a query finds, each once: all of them, and those that the filters of a request leave. */
const foundUsers = (found: string) => ({
  // The index of the terms covers the sort order, so only the users of the page are read.
  all: new Listing<UserRow>({ ...USER_LIST, source: `(${found}) u`, where: 'TRUE' }),
  filtered: new Listing<UserRow>({
    ...USER_LIST,
    filterJoins: `JOIN (${found}) f ON f.id = u.id`,
  }),
});

/** Searches the suffixes of usernames (0) and addresses (1), see `features/user-search-index/`. */
const bySuffix = (kinds: '0' | '0, 1') =>
  foundUsers(`SELECT s.user_id AS id, s.user_created_at AS created_at FROM user_terms s
    WHERE s.is_address IN (${kinds}) AND s.term >= :from AND s.term < :to AND s.repeats < :length
      AND s.user_id NOT IN (SELECT d.root_id FROM deletions d WHERE d.kind = 'User')`);
const BY_NAME_OR_ADDRESS = bySuffix('0, 1');
const BY_NAME = bySuffix('0');
/** A whole address only, so that nobody can guess an address letter by letter. */
const BY_ADDRESS =
  foundUsers(`SELECT o.id, o.created_at FROM emails e JOIN users o ON o.id = e.user_id
  WHERE e.email = :address AND o.ghost_id IS NULL`);

function listsFor(isAdmin: boolean, text: string) {
  if (isAdmin) return BY_NAME_OR_ADDRESS;
  // Usernames have no @.
  return text.includes('@') ? BY_ADDRESS : BY_NAME;
}

/** Finds users by a part of their username or address. */
export class UserSearchRepository extends FeatureRepository<User> {
  /**
   * Newest first. `%` and `_` in the text are ordinary characters. Each page reads and sorts all matches.
   *
   * @param isAdmin also searches for parts of addresses
   */
  list(text: string, params: ListUsersParams, isAdmin: boolean): Promise<Page<UserRow>> {
    const address = normalizeEmail(text);
    // Stored addresses are normalized, and only they contain an @. A part of one is not trimmed: no term has white space.
    const lower = address.includes('@') ? address : text.normalize('NFKC').toLowerCase();
    const found = {
      ...prefixRange(lower),
      length: codePoints(lower),
      address: mailboxKey(address),
    };
    const { all, filtered } = listsFor(isAdmin, address);
    const isFiltered = Object.keys(givenFilters(USER_LIST, params)).length > 0;
    const values = { ...found, ...filterValues(params) };
    const list = isFiltered ? filtered : all;
    return paginate(list.rows(this.database, 'desc', values, params), params);
  }
}

const LAST = '\u{10ffff}';

/**
 * The range of terms that start with a text. Empty for a text with white space: terms have none, but the collation of a
 * server could ignore it and match.
 */
const prefixRange = (text: string): { from: string; to: string } =>
  /\s/.test(text) ? { from: LAST, to: '' } : { from: text, to: text + LAST };
