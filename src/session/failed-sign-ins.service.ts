import { Injectable, Logger } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { Database } from '../database/database.js';
import { PeriodicWork } from '../database/periodic-work.js';
import { RequestScope } from '../database/request-scope.js';

/** Records of their own in each window. A flood of failures must not fill the disk. */
const MAX_PER_WINDOW = 100;

/**
 * Records failed sign-ins in the audit trail. They change nothing, so each has a unit of work of its own. Beyond
 * `MAX_PER_WINDOW` they are only counted, and one record has their number when the window ends.
 *
 * The login is not recorded: users type passwords into its field. If it belongs to a user, the user is the subject.
 */
@Injectable()
export class FailedSignIns extends PeriodicWork {
  protected readonly intervalMs = 600_000;
  protected readonly logger = new Logger('audit');
  protected readonly failureMessage = 'The number of failed sign-ins was not recorded';
  private recorded = 0;
  private omitted = 0;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {
    super();
  }

  /**
   * Never fails. Otherwise a wrong password would get another response than 401, and the limit of sign-ins would not
   * count it.
   *
   * @param user the user with the login, or null
   */
  async record(scope: RequestScope, user: { id: number; username: string } | null): Promise<void> {
    if (this.recorded >= MAX_PER_WINDOW) {
      this.omitted++;
      return;
    }
    this.recorded++;
    const subject = { type: 'user', id: user?.id ?? null } as const;
    const details = user ? { username: user.username } : {};
    try {
      await this.database.unit(scope, (unit) =>
        this.audit.record(unit, scope, 'session.failed', subject, details),
      );
    } catch (error) {
      this.logger.error({ message: 'A failed sign-in was not recorded', error });
    }
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.runNow();
  }

  /** Ends the window. */
  protected async work(): Promise<void> {
    const { omitted } = this;
    this.recorded = 0;
    if (omitted === 0) return;
    const author = { address: null };
    const subject = { type: 'user', id: null } as const;
    await this.database.unit(RequestScope.background, (unit) =>
      this.audit.record(unit, author, 'session.failures_omitted', subject, { count: omitted }),
    );
    this.omitted -= omitted;
  }
}
