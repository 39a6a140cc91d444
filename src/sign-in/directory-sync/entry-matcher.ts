import {
  isIdentified,
  type DirectoryEntry,
  type IdentifiedEntry,
} from '../ldap/directory-entry.js';
import type {
  DirectoryUser,
  DirectoryUsersRepository,
} from '../directory/directory-users.repository.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import { normalizeDn } from '../ldap/normalize-dn.js';
import type { Pace } from './pace.js';

export interface Match {
  user: DirectoryUser;
  entry: IdentifiedEntry;
}

/** An entry that may be the user's, but not for certain. */
interface Mismatch {
  user: DirectoryUser;
  entry: DirectoryEntry;
  reason: string;
}

interface Matches {
  matches: Match[];
  mismatches: Mismatch[];
}

/** Finds the users of entries: by unique id, or by DN if the user's entry has not been found before. */
export class EntryMatcher {
  private constructor(
    private readonly users: DirectoryUsersRepository,
    private readonly provider: string,
    /** The ids of users without a unique id, by normalized DN. */
    private readonly byDn: ReadonlyMap<string, readonly number[]>,
    private readonly isDnOf: DirectorySession['isDnOf'],
  ) {}

  static async load(
    users: DirectoryUsersRepository,
    provider: string,
    usersPerPage: number,
    session: DirectorySession,
    pace: Pace,
  ): Promise<EntryMatcher> {
    const byDn = new Map<string, number[]>();
    for await (const page of users.pagesWithoutEntry(provider, usersPerPage)) {
      for (const { id, extern_uid } of page) {
        const dn = normalizeDn(extern_uid);
        byDn.set(dn, [...(byDn.get(dn) ?? []), id]);
      }
      await pace.rest();
    }
    return new EntryMatcher(users, provider, byDn, session.isDnOf.bind(session));
  }

  async match(entries: readonly DirectoryEntry[]): Promise<Matches> {
    const identified = entries.filter(isIdentified);
    const byUniqueId = await this.usersByUniqueId(identified.map(({ uniqueId }) => uniqueId));
    const candidates = entries.flatMap((entry) => {
      const ids = this.byDn.size === 0 ? [] : (this.byDn.get(normalizeDn(entry.dn)) ?? []);
      return ids.map((id) => ({ entry, id }));
    });
    const usersByDn = await this.usersById(candidates.map(({ id }) => id));
    const matches = identified.flatMap((entry): Match[] => {
      const user = byUniqueId.get(entry.uniqueId);
      return user ? [{ user, entry }] : [];
    });
    const mismatches: Mismatch[] = [];
    for (const { entry, id } of candidates) {
      const user = usersByDn.get(id);
      if (!user || (user.unique_id !== null && user.unique_id === entry.uniqueId)) continue;
      if (!(await this.isDnOf(user.extern_uid, entry))) continue;
      const owner = entry.uniqueId === null ? undefined : byUniqueId.get(entry.uniqueId);
      if (owner)
        mismatches.push({ user, entry, reason: `the entry belongs to the user ${owner.username}` });
      else if (!isIdentified(entry))
        mismatches.push({ user, entry, reason: 'the entry has no unique id' });
      else matches.push({ user, entry });
    }
    return { matches, mismatches };
  }

  private async usersByUniqueId(ids: readonly string[]): Promise<Map<string, DirectoryUser>> {
    const found = ids.length > 0 ? await this.users.findByEntries(this.provider, ids) : [];
    return new Map(found.map((user) => [user.unique_id ?? '', user]));
  }

  private async usersById(ids: readonly number[]): Promise<Map<number, DirectoryUser>> {
    const found = ids.length > 0 ? await this.users.findByUserIds(this.provider, ids) : [];
    return new Map(found.map((user) => [user.id, user]));
  }
}
