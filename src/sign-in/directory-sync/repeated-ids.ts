import { comparableText } from '../ldap/comparable-text.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import type { Pace } from './pace.js';

/**
 * Tells whether several entries have a unique id. A run that stored it would let the other person get the account after
 * a correction in the directory.
 */
export class RepeatedIds {
  private constructor(private readonly repeated: ReadonlySet<string>) {}

  /** Reads the unique ids of all entries: a search for each new one reads all entries if there is no index. */
  static async load(session: DirectorySession, pace: Pace): Promise<RepeatedIds> {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for await (const page of session.uniqueIds()) {
      for (const id of page.map(comparableText)) {
        if (seen.has(id)) repeated.add(id);
        seen.add(id);
      }
      await pace.rest();
    }
    return new RepeatedIds(repeated);
  }

  static readonly none = new RepeatedIds(new Set());

  has(uniqueId: string): boolean {
    return this.repeated.size > 0 && this.repeated.has(comparableText(uniqueId));
  }
}
