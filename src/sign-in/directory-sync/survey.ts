import type { DirectoryEntry } from '../ldap/directory-entry.js';
import type {
  DirectoryUser,
  DirectoryUsersRepository,
} from '../directory/directory-users.repository.js';
import type { EntryMatcher } from './entry-matcher.js';
import type { Pace } from './pace.js';
import type { ReportedUser } from './sync-report.js';

/** What a run would block, counted before it changes anybody. */
export class Survey {
  entries = 0;
  users = 0;
  /** How many active users have no entry, or a disabled one. */
  suspectCount = 0;
  /** True if the unique id of at least one user was found. */
  findsKnownIds = false;
  /** True if the entry of a user was found for the first time. */
  findsNewIds = false;
  /** Users with an unclear entry. */
  readonly mismatches: ReportedUser[] = [];
  private withUniqueId = 0;
  /** Ids of the identities whose entry was found. */
  private readonly seen = new Set<number>();
  /** Those of them that several entries belong to. */
  private readonly repeated = new Set<number>();
  /** Those of them whose entry is disabled. */
  private readonly disabled = new Set<number>();

  constructor(
    private readonly repository: DirectoryUsersRepository,
    private readonly provider: string,
    private readonly usersPerPage: number,
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
    for (const { user, entry } of matches) {
      if (this.seen.has(user.identity_id)) this.repeated.add(user.identity_id);
      this.seen.add(user.identity_id);
      if (user.unique_id === entry.uniqueId) this.findsKnownIds = true;
      else this.findsNewIds = true;
      if (entry.disabled !== null) this.disabled.add(user.identity_id);
    }
    for (const { user, entry, reason } of mismatches) {
      this.seen.add(user.identity_id);
      this.mismatches.push({ username: user.username, dn: entry.dn, reason });
    }
  }

  /** Call it after the last page of the directory. */
  async count(): Promise<void> {
    for await (const page of this.pages()) {
      this.users += page.length;
      this.suspectCount += page.filter((user) => this.isSuspect(user)).length;
    }
  }

  /** Active users whose entry the search did not return, read from the database again. */
  async *missing(): AsyncGenerator<DirectoryUser> {
    for await (const page of this.pages())
      for (const user of page) if (this.isMissing(user)) yield user;
  }

  /** Active users without an entry or with a disabled one. A run blocks no others. */
  async *suspects(): AsyncGenerator<DirectoryUser> {
    for await (const page of this.pages())
      for (const user of page) if (this.isSuspect(user)) yield user;
  }

  /** Whether several entries have the unique id of the user. Nobody knows which of them is the user's. */
  isRepeated({ identity_id }: DirectoryUser): boolean {
    return this.repeated.has(identity_id);
  }

  /** Rests after each page. */
  private async *pages(): AsyncGenerator<DirectoryUser[]> {
    for await (const page of this.repository.pages(this.provider, this.usersPerPage)) {
      yield page;
      await this.pace.rest();
    }
  }

  private isSuspect(user: DirectoryUser): boolean {
    return this.isMissing(user) || (user.state === 'active' && this.disabled.has(user.identity_id));
  }

  private isMissing({ state, identity_id }: DirectoryUser): boolean {
    return state === 'active' && !this.seen.has(identity_id);
  }
}
