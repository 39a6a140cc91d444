import type { DirectoryConfig } from '../config/config.js';
import { RequestScope } from '../database/request-scope.js';
import type { IdentifiedEntry } from '../directory/directory-entry.js';
import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { ChangeContext, DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../directory/directory.js';
import { hiddenSignOf, readRightsOf, type RightsOf } from '../directory/read-rights.js';
import { changesRights, differs } from '../directory/user-changes.js';
import { lookUp, REPEATED_ID } from './absence.js';
import type { Pace } from './pace.js';
import { reportChange, reportConflict, reportedUser, type SyncReport } from './sync-report.js';

/** The run cannot go on. The message says why. */
export class SyncFailure extends Error {}

/** Whether there is something to write: the state of an active user, the place of the entry, or why it is disabled. */
const blocks = (user: DirectoryUser, entry: IdentifiedEntry | null): boolean =>
  user.state === 'active' ||
  user.unique_id === null ||
  (entry !== null &&
    (entry.dn !== user.extern_uid || (entry.disabled?.sign ?? null) !== user.disabled_by));

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
   * A user is blocked or unblocked only after a direct lookup. The entry may have changed since the server made the page,
   * and a check on use may have blocked the user for it.
   */
  async applyListed(
    user: DirectoryUser,
    entry: IdentifiedEntry,
    rightsOf: RightsOf,
  ): Promise<void> {
    const changesState = (entry.disabled !== null) === (user.state === 'active');
    if (user.state !== 'blocked' && changesState) await this.applyLookup(user, rightsOf);
    else await this.applyEntry(user, entry, rightsOf);
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
    const read = rightsOf(entry);
    if (!differs(user, entry, read)) return;
    const { session, config } = this;
    // The user's own entry may still be there, outside the filter, with the same unique id.
    if (entry.dn !== user.extern_uid && !(await session.isOnlyEntryWithId(entry))) {
      reportConflict(this.report, reportedUser(user, REPEATED_ID));
      return;
    }
    // The directory decides about each change of a right: it knows how it compares names.
    const rights = changesRights(user, read) ? await readRightsOf(session, entry, config) : read;
    const reading = { entry, rights, hiddenSign: await hiddenSignOf(session, user, entry) };
    const scope = RequestScope.background;
    const change = await this.users.apply(scope, config.provider, user, reading, this.context);
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
