import type { ChangeContext } from '../directory/change-context.js';
import { UniqueViolation } from '../../database/failures.js';
import { RequestScope } from '../../database/request-scope.js';
import { LinkRefused, type DirectoryUsers } from '../directory/directory-users.service.js';
import {
  differences,
  emailOf,
  loginOf,
  MAX_UNIQUE_ID,
  type Rights,
  type UserChange,
} from '../directory/user-changes.js';
import type { Match } from './entry-matcher.js';

/** True if the user is as the entry says, and only the identity does not know the entry yet. */
export const needsOnlyLink = ({ user, entry }: Match, rights: Rights): boolean =>
  user.unique_id === null &&
  user.login === null &&
  loginOf(entry) !== null &&
  entry.uniqueId.length <= MAX_UNIQUE_ID &&
  user.state !== 'blocked' &&
  user.extern_uid === entry.dn &&
  entry.disabled === null &&
  emailOf(entry) !== null &&
  Object.keys(differences(user, entry, rights)).length === 0;

/**
 * Stores the unique ids and names of entries in one unit of work: in a first run they are those of every user. Returns
 * null if one of the users has changed meanwhile: then nothing is stored.
 */
export async function link(
  users: DirectoryUsers,
  provider: string,
  matches: readonly Match[],
  context: ChangeContext,
): Promise<UserChange[] | null> {
  if (matches.length === 0) return [];
  try {
    return await users.link(RequestScope.background, provider, matches, context);
  } catch (error) {
    if (error instanceof UniqueViolation || error instanceof LinkRefused) return null;
    throw error;
  }
}
