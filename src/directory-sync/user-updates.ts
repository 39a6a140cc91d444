import type { DirectoryConfig } from '../config/config.js';
import { RequestScope } from '../database/request-scope.js';
import type { IdentifiedEntry } from '../directory/directory-entry.js';
import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { ChangeContext, DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../directory/directory.js';
import { readPerson, type RightsOf } from '../directory/read-rights.js';
import { differs } from '../directory/user-changes.js';
import { lookUp } from './absence.js';
import type { Pace } from './pace.js';
import { reportChange, reportConflict, reportedUser, type SyncReport } from './sync-report.js';

/** The run cannot go on. The message says why. */
export class SyncFailure extends Error {}

/** Whether there is something to write: the state of an active user, or the place of the entry. */
const blocks = (user: DirectoryUser, entry: IdentifiedEntry | null): boolean =>
  user.state === 'active' ||
  user.unique_id === null ||
  (entry !== null && entry.dn !== user.extern_uid);

/** Changes or blocks one user after the other, and reports it. */
export class UserUpdates {
  constructor(
    private readonly users: DirectoryUsers,
    private readonly config: DirectoryConfig,
    private readonly session: DirectorySession,
    private readonly report: SyncReport,
    private readonly context: ChangeContext,
    private readonly pace: Pace,
    /** How many users the run may block. */
    private readonly blockLimit: number,
  ) {}

  /**
   * Each change comes from a direct lookup: the entry may have changed since the server made the page, and another entry
   * may have the same unique id.
   */
  async applyListed(
    user: DirectoryUser,
    entry: IdentifiedEntry,
    rightsOf: RightsOf,
  ): Promise<void> {
    const isChanged = entry.disabled === null && differs(user, entry, rightsOf(entry));
    const isBlocked = entry.disabled !== null && blocks(user, entry);
    if (isChanged || isBlocked) await this.applyLookup(user, rightsOf);
  }

  /** Applies what the directory says about this one user. */
  async applyLookup(user: DirectoryUser, rightsOf: RightsOf): Promise<void> {
    const finding = await lookUp(this.session, user);
    if (finding.kind === 'found') await this.applyEntry(user, finding.entry, rightsOf);
    else if (finding.kind === 'absent') await this.block(user, null, finding.cause);
    else reportConflict(this.report, reportedUser(user, finding.reason));
  }

  private async applyEntry(
    user: DirectoryUser,
    entry: IdentifiedEntry,
    rightsOf: RightsOf,
  ): Promise<void> {
    if (entry.disabled !== null) {
      await this.block(user, entry, entry.disabled.reason);
      return;
    }
    if (!differs(user, entry, rightsOf(entry))) return;
    // The directory decides about each change of a right: it knows how it compares names.
    const reading = await readPerson(this.session, user, entry, this.config);
    const scope = RequestScope.background;
    const change = await this.users.apply(scope, this.config.provider, user, reading, this.context);
    reportChange(this.report, change);
    await this.pace.rest();
  }

  private async block(
    user: DirectoryUser,
    entry: IdentifiedEntry | null,
    cause: string,
  ): Promise<void> {
    if (!blocks(user, entry)) return;
    const change = await this.users.block(
      RequestScope.background,
      this.config.provider,
      user,
      { entry, cause },
      { ...this.context, guard: this.guard },
    );
    reportChange(this.report, change);
    await this.pace.rest();
  }

  /** Only the unit of work knows whether it blocks the user. @throws SyncFailure */
  private readonly guard: ChangeContext['guard'] = async (unit, changes) => {
    await this.context.guard?.(unit, changes);
    const blocks = changes.some(({ state }) => state === 'blocked');
    if (blocks && this.report.counts.blocked >= this.blockLimit)
      throw new SyncFailure(
        `The directory changed during the run: it would now block more than ${this.blockLimit} users. What the run changed until then stays. The next run decides about the others.`,
      );
  };
}
