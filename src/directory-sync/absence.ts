import { isIdentified, type IdentifiedEntry } from '../directory/directory-entry.js';
import { AmbiguousEntry, ForeignDn, InvalidDn } from '../directory/directory-errors.js';
import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { DirectorySession } from '../directory/directory.js';

const NO_UNIQUE_ID = 'the entry has no unique id';
const NOT_SEARCHABLE = 'the directory does not find the entry by its unique id';
export const REPEATED_ID = 'several entries have the unique id';
const OUTSIDE = 'the entry no longer matches the filter';
const NOBODY = 'the directory shows nobody any more';

/** What a direct lookup says about a user's entry. */
export type Finding =
  | { kind: 'found'; entry: IdentifiedEntry }
  /** The entry is provably not there, or outside the filter. `isReplaced`: another entry has its DN. */
  | { kind: 'absent'; cause: string; isReplaced?: true }
  /** Nothing is proved. */
  | { kind: 'unclear'; reason: string };

const REPLACED: Finding = {
  ...{ kind: 'absent', isReplaced: true },
  cause: 'the entry is gone, and another one with another unique id has its DN',
};

/**
 * Looks up the entry of one user.
 *
 * @throws DirectoryUnavailable
 */
export async function lookUp(session: DirectorySession, user: DirectoryUser): Promise<Finding> {
  try {
    return await findingOf(session, user);
  } catch (error) {
    if (error instanceof InvalidDn) return { kind: 'unclear', reason: error.message };
    if (error instanceof AmbiguousEntry) return { kind: 'unclear', reason: REPEATED_ID };
    throw error;
  }
}

async function findingOf(session: DirectorySession, user: DirectoryUser): Promise<Finding> {
  const { unique_id, extern_uid } = user;
  if (unique_id === null) return lookUpByDn(session, extern_uid);
  const entry = await session.findByUniqueId(unique_id);
  if (entry && isIdentified(entry)) {
    if (await session.isOnlyEntryWithId(entry)) return { kind: 'found', entry };
    return { kind: 'unclear', reason: REPEATED_ID };
  }
  // An entry whose unique id cannot be read any more is not absent.
  const atDn = await session.findByDn(extern_uid).catch(invalidAsNull);
  if (atDn && !isIdentified(atDn)) return { kind: 'unclear', reason: NO_UNIQUE_ID };
  if (atDn?.uniqueId === unique_id) return { kind: 'unclear', reason: NOT_SEARCHABLE };
  if (!(await session.hasPeople())) return { kind: 'unclear', reason: NOBODY };
  if (await session.existsIgnoringFilter(unique_id)) return { kind: 'absent', cause: OUTSIDE };
  return atDn ? REPLACED : { kind: 'absent', cause: 'the entry is gone' };
}

async function lookUpByDn(session: DirectorySession, dn: string): Promise<Finding> {
  const entry = await session.findByDn(dn);
  if (entry === null) {
    if (!(await session.hasPeople())) return { kind: 'unclear', reason: NOBODY };
    const isOutside = await session.existsIgnoringFilterAt(dn);
    return { kind: 'absent', cause: isOutside ? OUTSIDE : 'no entry has this DN' };
  }
  if (!isIdentified(entry)) return { kind: 'unclear', reason: NO_UNIQUE_ID };
  return { kind: 'found', entry };
}

/** The identity has lost its DN to another entry. What another server has may be the entry itself. */
function invalidAsNull(error: unknown): null {
  if (error instanceof InvalidDn && !(error instanceof ForeignDn)) return null;
  throw error;
}
