import { isIdentified, type IdentifiedEntry } from '../ldap/directory-entry.js';
import { AmbiguousEntry, ForeignDn, InvalidDn } from '../ldap/directory-errors.js';
import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { DirectorySession, IdProblem } from '../ldap/directory-session.js';

const NO_UNIQUE_ID = 'the entry has no unique id';
const NOT_SEARCHABLE = 'the directory does not find the entry by its unique id';
export const REPEATED_ID = 'several entries have the unique id';
/** The reasons to report. */
export const ID_PROBLEMS: Record<IdProblem, string> = {
  repeated: REPEATED_ID,
  'not found': NOT_SEARCHABLE,
};
const OUTSIDE = 'the entry no longer matches the filter';
const HIDDEN_FILTER =
  'the directory does not say whether the entry matches the filter. Grant read access to every attribute of the filter';
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
 * @param hasPeople asks whether the directory shows anybody. Before a user is blocked, ask the directory itself
 * @throws DirectoryUnavailable
 */
export async function lookUp(
  session: DirectorySession,
  user: DirectoryUser,
  hasPeople = () => session.hasPeople(),
): Promise<Finding> {
  try {
    return await findingOf(session, user, hasPeople);
  } catch (error) {
    if (error instanceof InvalidDn) return { kind: 'unclear', reason: error.message };
    if (error instanceof AmbiguousEntry) return { kind: 'unclear', reason: REPEATED_ID };
    throw error;
  }
}

async function findingOf(
  session: DirectorySession,
  user: DirectoryUser,
  hasPeople: () => Promise<boolean>,
): Promise<Finding> {
  const { unique_id, extern_uid } = user;
  if (unique_id === null) return lookUpByDn(session, extern_uid, hasPeople);
  const entry = await session.findByUniqueId(unique_id);
  if (entry && isIdentified(entry)) {
    const problem = await session.findIdProblem(entry);
    if (problem === null) return { kind: 'found', entry };
    return { kind: 'unclear', reason: ID_PROBLEMS[problem] };
  }
  // An entry whose unique id cannot be read any more is not absent.
  const atDn = await session.findByDn(extern_uid).catch(invalidAsNull);
  if (atDn && !isIdentified(atDn)) return { kind: 'unclear', reason: NO_UNIQUE_ID };
  if (atDn?.uniqueId === unique_id) return { kind: 'unclear', reason: NOT_SEARCHABLE };
  if (!(await hasPeople())) return { kind: 'unclear', reason: NOBODY };
  if (await session.existsIgnoringFilter(unique_id))
    return outsideIf(await session.isOutsideFilter(unique_id));
  if (atDn) return REPLACED;
  // An entry looks gone if neither its unique id nor an attribute of the filter can be read.
  const hidden = await session.findByDnIgnoringFilter(extern_uid).catch(invalidAsNull);
  if (hidden && !isIdentified(hidden) && !(await session.isOutsideFilterAt(extern_uid)))
    return { kind: 'unclear', reason: HIDDEN_FILTER };
  return { kind: 'absent', cause: 'the entry is gone' };
}

async function lookUpByDn(
  session: DirectorySession,
  dn: string,
  hasPeople: () => Promise<boolean>,
): Promise<Finding> {
  const entry = await session.findByDn(dn);
  if (entry === null) {
    if (!(await hasPeople())) return { kind: 'unclear', reason: NOBODY };
    if (await session.findByDnIgnoringFilter(dn))
      return outsideIf(await session.isOutsideFilterAt(dn));
    return { kind: 'absent', cause: 'no entry has this DN' };
  }
  if (!isIdentified(entry)) return { kind: 'unclear', reason: NO_UNIQUE_ID };
  // The unique id is about to be stored. If another entry has it too, that entry could get the account later.
  const problem = await session.findIdProblem(entry);
  if (problem !== null) return { kind: 'unclear', reason: ID_PROBLEMS[problem] };
  return { kind: 'found', entry };
}

/** The entry exists, but the search with the filter does not find it. */
const outsideIf = (isOutside: boolean): Finding =>
  isOutside ? { kind: 'absent', cause: OUTSIDE } : { kind: 'unclear', reason: HIDDEN_FILTER };

/** The identity has lost its DN to another entry. What another server has may be the entry itself. */
function invalidAsNull(error: unknown): null {
  if (error instanceof InvalidDn && !(error instanceof ForeignDn)) return null;
  throw error;
}
