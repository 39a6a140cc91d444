import { UniqueViolation } from '../database/failures.js';
import { RequestScope } from '../database/request-scope.js';
import {
  LinkRefused,
  type ChangeContext,
  type DirectoryUsers,
} from '../directory/directory-users.service.js';
import {
  differences,
  emailOf,
  loginOf,
  type Rights,
  type UserChange,
} from '../directory/user-changes.js';
import type { Match } from './entry-matcher.js';

const BATCH = 100;

/** True if the user is as the entry says, and only the identity does not know the entry yet. */
export const needsOnlyLink = ({ user, entry }: Match, rights: Rights): boolean =>
  user.unique_id === null &&
  user.login === null &&
  loginOf(entry) !== null &&
  user.state !== 'blocked' &&
  user.extern_uid === entry.dn &&
  entry.disabled === null &&
  emailOf(entry) !== null &&
  Object.keys(differences(user, entry, rights)).length === 0;

interface Linking {
  context: ChangeContext;
  report: (change: UserChange) => void;
  rest: () => Promise<void>;
}

/**
 * Stores the unique ids and names of entries, many in one unit of work: in a first run that is every user. Returns the
 * matches of a unit that failed because one of them has changed meanwhile.
 */
export async function link(
  users: DirectoryUsers,
  provider: string,
  matches: readonly Match[],
  { context, report, rest }: Linking,
): Promise<Match[]> {
  const failed: Match[] = [];
  for (let start = 0; start < matches.length; start += BATCH) {
    const batch = matches.slice(start, start + BATCH);
    try {
      const changes = await users.link(RequestScope.background, provider, batch, context);
      changes.forEach(report);
    } catch (error) {
      if (!(error instanceof UniqueViolation || error instanceof LinkRefused)) throw error;
      failed.push(...batch);
    }
    await rest();
  }
  return failed;
}
