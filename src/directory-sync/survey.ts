import type { DirectoryEntry } from '../directory/directory-entry.js';
import type {
  DirectoryUser,
  DirectoryUsersRepository,
} from '../directory/directory-users.repository.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import { NumberSet } from '../directory/number-set.js';
import type { Mismatch, EntryMatcher } from './entry-matcher.js';
import type { Pace } from './pace.js';

/** A user that a run would block. */
export interface Blockable {
  user: DirectoryUser;
  cause: string;
}

/** What a run would block, counted before it changes anybody. */
export class Survey {
  entries = 0;
  users = 0;
  /** How many active users are there whose entry the search did not return. */
  missingCount = 0;
  /** Active users that this directory manages and whose entry is disabled. */
  readonly disabled: Blockable[] = [];
  disabledCount = 0;
  disabledAdministrators = 0;
  readonly mismatches: Mismatch[] = [];
  private withUniqueId = 0;
  /** Ids of the identities whose entry was found. */
  private readonly seen = new NumberSet();

  /** @param maxListed how many users are kept of those with a disabled or unclear entry */
  constructor(
    private readonly repository: DirectoryUsersRepository,
    private readonly directoryUsers: DirectoryUsers,
    private readonly provider: string,
    private readonly usersPerPage: number,
    private readonly maxListed: number,
    private readonly pace: Pace,
  ) {}

  /** The settings read the wrong attribute, or the account may not read it. */
  get hasNoUniqueIds(): boolean {
    return this.entries > 0 && this.withUniqueId === 0;
  }

  async addPage(page: readonly DirectoryEntry[], matcher: EntryMatcher): Promise<void> {
    this.entries += page.length;
    this.withUniqueId += page.filter(({ uniqueId }) => uniqueId !== null).length;
    const { matches, mismatches } = await matcher.match(page);
    const disabled: Blockable[] = [];
    for (const { user, entry } of matches) {
      this.seen.add(user.identity_id);
      if (user.state === 'active' && entry.disabled !== null)
        disabled.push({ user, cause: entry.disabled });
    }
    await this.addDisabled(disabled);
    for (const mismatch of mismatches) {
      this.seen.add(mismatch.user.identity_id);
      if (this.mismatches.length < this.maxListed) this.mismatches.push(mismatch);
    }
  }

  /** Call it after the last page of the directory. */
  async count(): Promise<void> {
    for await (const page of this.pages()) {
      this.users += page.length;
      const missing = page.filter((user) => this.isMissing(user));
      this.missingCount += (await this.managed(missing)).length;
    }
  }

  /** Active users whose entry the search did not return, read from the database again. */
  async *missing(): AsyncGenerator<DirectoryUser> {
    for await (const page of this.pages())
      for (const user of page) if (this.isMissing(user)) yield user;
  }

  /** Those that this directory manages. A run blocks no others. */
  managed(users: readonly DirectoryUser[]): Promise<DirectoryUser[]> {
    return this.directoryUsers.managedBy(this.provider, users);
  }

  private async addDisabled(found: readonly Blockable[]): Promise<void> {
    const managed = new Set(await this.managed(found.map(({ user }) => user)));
    const disabled = found.filter(({ user }) => managed.has(user));
    this.disabledCount += disabled.length;
    this.disabledAdministrators += disabled.filter(({ user }) => user.admin === 1).length;
    this.disabled.push(...disabled.slice(0, this.maxListed - this.disabled.length));
  }

  /** Rests after each page. */
  private async *pages(): AsyncGenerator<DirectoryUser[]> {
    for await (const page of this.repository.pages(this.provider, this.usersPerPage)) {
      yield page;
      await this.pace.rest();
    }
  }

  private isMissing({ state, identity_id }: DirectoryUser): boolean {
    return state === 'active' && !this.seen.has(identity_id);
  }
}
