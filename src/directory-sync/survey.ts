import type { DirectoryEntry } from '../directory/directory-entry.js';
import type {
  DirectoryUser,
  DirectoryUsersRepository,
} from '../directory/directory-users.repository.js';
import { NumberSet } from '../directory/number-set.js';
import type { Mismatch, EntryMatcher } from './entry-matcher.js';

/** What a run would block, counted before it changes anybody. */
export class Survey {
  entries = 0;
  users = 0;
  /** How many active users are there whose entry the search did not return. */
  missingCount = 0;
  /** Active users with a disabled entry. */
  readonly disabled: { user: DirectoryUser; cause: string }[] = [];
  disabledCount = 0;
  readonly mismatches: Mismatch[] = [];
  private withUniqueId = 0;
  /** Ids of the identities whose entry was found. */
  private readonly seen = new NumberSet();

  /** @param maxListed how many users are kept of those with a disabled or unclear entry */
  constructor(
    private readonly repository: DirectoryUsersRepository,
    private readonly provider: string,
    private readonly usersPerPage: number,
    private readonly maxListed: number,
  ) {}

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
  async count(): Promise<void> {
    for await (const page of this.pages()) {
      this.users += page.length;
      this.missingCount += page.filter((user) => this.isMissing(user)).length;
    }
  }

  /** Active users whose entry the search did not return, read from the database again. */
  async *missing(): AsyncGenerator<DirectoryUser> {
    for await (const page of this.pages())
      for (const user of page) if (this.isMissing(user)) yield user;
  }

  private pages(): AsyncGenerator<DirectoryUser[]> {
    return this.repository.pages(this.provider, this.usersPerPage);
  }

  private isMissing({ state, identity_id }: DirectoryUser): boolean {
    return state === 'active' && !this.seen.has(identity_id);
  }
}
