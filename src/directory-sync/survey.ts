import type { DirectoryEntry, IdentifiedEntry } from '../ldap/directory-entry.js';
import type {
  DirectoryUser,
  DirectoryUsersRepository,
} from '../directory/directory-users.repository.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import { NumberSet } from '../ldap/number-set.js';
import type { RightsOf } from '../directory/read-rights.js';
import type { Mismatch, EntryMatcher } from './entry-matcher.js';
import type { Pace } from './pace.js';

/** What a run would block, counted before it changes anybody. */
export class Survey {
  entries = 0;
  users = 0;
  /** How many active users that this directory manages have no entry, or a disabled one. */
  suspectCount = 0;
  /** True if the unique id of at least one user was found. */
  findsKnownIds = false;
  /** How many entries of users were found for the first time. */
  newIds = 0;
  /** The first users with an unclear entry, at most `maxListed`. */
  readonly mismatches: Mismatch[] = [];
  unlistedMismatches = 0;
  private withUniqueId = 0;
  /** Ids of the identities whose entry was found. */
  private readonly seen = new NumberSet();
  /** Those of them whose entry is disabled. */
  private readonly disabled = new NumberSet();
  /** Ids of the identities whose user the run probably makes an active administrator. */
  private readonly promoted = new NumberSet();

  /** @param maxListed how many users with an unclear entry are kept */
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

  async addPage(
    page: readonly DirectoryEntry[],
    matcher: Pick<EntryMatcher, 'match'>,
    rightsOf: RightsOf,
  ): Promise<void> {
    this.entries += page.length;
    this.withUniqueId += page.filter(({ uniqueId }) => uniqueId !== null).length;
    const { matches, mismatches } = await matcher.match(page);
    for (const { user, entry } of matches) {
      this.seen.add(user.identity_id);
      if (user.unique_id === entry.uniqueId) this.findsKnownIds = true;
      else this.newIds++;
      if (entry.disabled !== null) this.disabled.add(user.identity_id);
      else if (becomesAdministrator(user, entry, rightsOf)) this.promoted.add(user.identity_id);
    }
    for (const mismatch of mismatches) {
      this.seen.add(mismatch.user.identity_id);
      if (this.mismatches.length < this.maxListed) this.mismatches.push(mismatch);
      else this.unlistedMismatches++;
    }
  }

  /** Call it after the last page of the directory. */
  async count(): Promise<void> {
    for await (const page of this.pages()) {
      this.users += page.length;
      this.suspectCount += (await this.managed(this.suspected(page))).length;
    }
  }

  /** Active users whose entry the search did not return, read from the database again. */
  async *missing(): AsyncGenerator<DirectoryUser> {
    for await (const page of this.pages())
      for (const user of page) if (this.isMissing(user)) yield user;
  }

  /** Active users that this directory manages, without an entry or with a disabled one. A run blocks no others. */
  async *suspects(): AsyncGenerator<DirectoryUser> {
    for await (const page of this.pages()) yield* await this.managed(this.suspected(page));
  }

  /** Users who are no active administrators yet, but whose entry was listed as that of one. */
  async *promotedUsers(): AsyncGenerator<DirectoryUser> {
    if (this.promoted.size === 0) return;
    for await (const page of this.pages())
      yield* await this.managed(page.filter((user) => this.isPromoted(user)));
  }

  /** Whether several entries have the unique id of the user. Nobody knows which of them is the user's. */
  isRepeated({ identity_id }: DirectoryUser): boolean {
    return this.seen.isRepeated(identity_id);
  }

  private suspected(page: readonly DirectoryUser[]): DirectoryUser[] {
    return page.filter((user) => this.isMissing(user) || this.isDisabled(user));
  }

  private managed(users: readonly DirectoryUser[]): Promise<DirectoryUser[]> {
    return this.directoryUsers.managedBy(this.provider, users);
  }

  /** Rests after each page. */
  private async *pages(): AsyncGenerator<DirectoryUser[]> {
    for await (const page of this.repository.pages(this.provider, this.usersPerPage)) {
      yield page;
      await this.pace.rest();
    }
  }

  private isDisabled({ state, identity_id }: DirectoryUser): boolean {
    return state === 'active' && this.disabled.has(identity_id);
  }

  private isMissing({ state, identity_id }: DirectoryUser): boolean {
    return state === 'active' && !this.seen.has(identity_id);
  }

  private isPromoted(user: DirectoryUser): boolean {
    return this.promoted.has(user.identity_id) && !this.isRepeated(user);
  }
}

/** True if the enabled entry makes the user an active administrator. */
function becomesAdministrator(
  user: DirectoryUser,
  entry: IdentifiedEntry,
  rightsOf: RightsOf,
): boolean {
  const wasAdmin = user.admin === 1;
  if (user.state === 'blocked' || (user.state === 'active' && wasAdmin)) return false;
  return rightsOf(entry).admin ?? wasAdmin;
}
