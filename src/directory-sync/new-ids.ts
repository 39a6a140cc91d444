import { comparableText } from '../ldap/comparable-text.js';
import { DigestSet } from '../ldap/digests.js';
import { exceedsLimit } from '../ldap/directory-errors.js';
import type { DirectorySession, IdProblem } from '../ldap/directory-session.js';
import type { Match } from './entry-matcher.js';
import type { Pace } from './pace.js';

/**
 * Tells whether a unique id that a run is about to store identifies one entry only. Otherwise the other entry could get
 * the account.
 */
export class NewIds {
  private constructor(
    private readonly session: DirectorySession,
    /** Of all entries. Empty if each new id is searched for. */
    private readonly known: DigestSet,
  ) {}

  /**
   * Reads the unique ids of all entries if the run stores many. That costs less than a search for each user, which reads
   * all entries if the directory has no index. For a few users, such as those whose id can never be stored, searches cost
   * less.
   *
   * @param count how many ids the run may store
   * @param few for at most as many, each id is searched for
   */
  static async load(
    session: DirectorySession,
    pace: Pace,
    count: number,
    few: number,
  ): Promise<NewIds> {
    const known = new DigestSet();
    if (count <= few) return new NewIds(session, known);
    try {
      for await (const page of session.uniqueIds()) {
        for (const id of page) known.add(id);
        await pace.rest();
      }
      return new NewIds(session, known);
    } catch (error) {
      if (!exceedsLimit(error)) throw error;
      // A part of the ids proves nothing: the other entry may be in the rest. Smaller searches are within the limit.
      return new NewIds(session, new DigestSet());
    }
  }

  /** Null if the user has the unique id already, or no other entry has it. */
  async problemOf({ user, entry }: Match): Promise<IdProblem | null> {
    if (user.unique_id === entry.uniqueId) return null;
    const id = comparableText(entry.uniqueId);
    if (this.known.isRepeated(id)) return 'repeated';
    // An entry that came later, or that the reading could not see.
    return this.known.has(id) ? null : this.session.findIdProblem(entry);
  }
}
