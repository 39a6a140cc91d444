import type { DirectoryConfig } from '../../base/config/config.js';
import { RequestScope } from '../../database/request-scope.js';
import type { IdentifiedEntry } from '../ldap/directory-entry.js';
import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { ChangeContext } from '../directory/change-context.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import { hiddenSignOf, type RightsOf } from '../directory/read-rights.js';
import { differs } from '../directory/user-changes.js';
import { ID_PROBLEMS, lookUp } from './absence.js';
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
    private readonly limit: number,
  ) {}

  /**
   * A user is blocked or unblocked only after a direct lookup: the entry may have changed since the server made the page.
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
    const rights = rightsOf(entry);
    if (!differs(user, entry, rights)) return;
    const { session, config } = this;
    // The user's own entry may still be there, outside the filter, with the same unique id.
    const problem = entry.dn === user.extern_uid ? null : await session.findIdProblem(entry);
    if (problem !== null) {
      reportConflict(this.report, reportedUser(user, ID_PROBLEMS[problem]));
      return;
    }
    const hiddenSign = await hiddenSignOf(session, user, entry);
    const reading = { entry, rights, hiddenSign };
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
    if (!changes.some(({ state }) => state === 'blocked')) return;
    if (this.report.counts.blocked >= this.limit)
      throw new SyncFailure(
        `The directory changed during the run: it would now block more than ${this.limit} users. What the run changed until then stays. The next run decides about the others.`,
      );
  };
}
