import type { Database, Unit } from '../database/database.js';
import { currentTime } from '../database/clock.js';
import { UniqueViolation } from '../database/failures.js';
import { RequestScope } from '../database/request-scope.js';
import type { DirectoryUsersRepository } from '../directory/directory-users.repository.js';
import type { Rights } from '../directory/user-changes.js';
import { differences, emailOf, loginOf } from '../directory/user-changes.js';
import type { Match } from './entry-matcher.js';

const BATCH = 100;

/** True if the user is as the entry says, and only the identity does not know the entry yet. */
export const needsOnlyLink = ({ user, entry }: Match, rights: Rights): boolean =>
  user.unique_id === null &&
  user.login === null &&
  user.state !== 'blocked' &&
  user.extern_uid === entry.dn &&
  entry.disabled === null &&
  emailOf(entry) !== null &&
  Object.keys(differences(user, entry, rights)).length === 0;

/**
 * Stores the unique ids and names of entries, many in one unit of work: in a first run that is every user. Returns the
 * matches that somebody else changed meanwhile.
 */
export async function link(
  database: Database,
  repository: DirectoryUsersRepository,
  matches: readonly Match[],
  { guard, rest }: { guard?: (unit: Unit) => Promise<void>; rest: () => Promise<void> },
): Promise<Match[]> {
  const left: Match[] = [];
  for (let start = 0; start < matches.length; start += BATCH) {
    const batch = matches.slice(start, start + BATCH);
    try {
      await database.unit(RequestScope.background, async (unit) => {
        await guard?.(unit);
        const now = currentTime();
        for (const { user, entry } of batch)
          await unit.withRepository(repository).link(user.identity_id, {
            ...{ uniqueId: entry.uniqueId, dn: entry.dn, login: loginOf(entry), now },
          });
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      left.push(...batch);
    }
    await rest();
  }
  return left;
}
