import type { DirectoryEntry } from '../directory/directory-entry.js';
import type {
  DirectoryUser,
  DirectoryUsersRepository,
} from '../directory/directory-users.repository.js';
import type { Mismatch, EntryMatcher } from './entry-matcher.js';

/** What a run would block, counted before it changes anybody. */
export class Survey {
  entries = 0;
  users = 0;
  /** Ids of active users whose entry the search did not return. */
  readonly missing: number[] = [];
  /** Active users with a disabled entry. */
  readonly disabled: { user: DirectoryUser; cause: string }[] = [];
  disabledCount = 0;
  readonly mismatches: Mismatch[] = [];
  private withUniqueId = 0;
  /** Ids of the identities whose entry was found. */
  private readonly seen = new Set<number>();

  /** @param maxListed how many users are kept of those with a disabled or unclear entry */
  constructor(private readonly maxListed: number) {}

  /** The settings read the wrong attribute, or the account may not read it. */
  get hasNoUniqueIds(): boolean {
    return this.entries > 0 && this.withUniqueId === 0;
  }

  async addPage(page: readonly DirectoryEntry[], matcher: EntryMatcher): Promise<void> {
    this.entries += page.length;
    this.withUniqueId += page.filter(({ uniqueId }) => uniqueId !== null).length;
    const { matches, mismatches } = await matcher.match(page);
    for (const { user, entry } of matches) {
      this.seen.add(user.identity_id);
      if (user.state !== 'active' || entry.disabled === null) continue;
      this.disabledCount++;
      if (this.disabled.length < this.maxListed)
        this.disabled.push({ user, cause: entry.disabled });
    }
    for (const mismatch of mismatches) {
      this.seen.add(mismatch.user.identity_id);
      if (this.mismatches.length < this.maxListed) this.mismatches.push(mismatch);
    }
  }

  /** Call it after the last page of the directory. */
  async findMissing(
    users: DirectoryUsersRepository,
    provider: string,
    usersPerPage: number,
  ): Promise<void> {
    for await (const page of users.pages(provider, usersPerPage)) {
      this.users += page.length;
      for (const user of page) {
        if (user.state !== 'active' || this.seen.has(user.identity_id)) continue;
        this.missing.push(user.id);
      }
    }
  }
}
