import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditAuthor } from '../../core/audit/audit-trail.service.js';
import { Database } from '../../database/database.js';
import type { RequestScope } from '../../database/request-scope.js';
import { ServiceLogger } from '../../base/log/service-logger.js';

/**
 * Records failed sign-ins in the audit trail. They change nothing, so each has a unit of work of its own. The rate limits
 * keep a flood of failures from filling the disk: a sign-in that they reject has no record.
 *
 * The login is not recorded: users type passwords into its field. If it belongs to a user, the user is the subject.
 */
@Injectable()
export class FailedSignIns {
  private readonly logger = new ServiceLogger('audit');

  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Never fails. Otherwise a wrong password would get another response than 401, and the limit of sign-ins would not
   * count it.
   *
   * @param user the user with the login, or null
   * @param author a user who gave a wrong present password has signed in already
   */
  async record(
    scope: RequestScope,
    user: { id: number; username: string } | null,
    author: AuditAuthor = scope,
  ): Promise<void> {
    const subject = { type: 'user', id: user?.id ?? null } as const;
    const details = user ? { username: user.username } : {};
    try {
      await this.database.unit(scope, (unit) =>
        this.audit.record(unit, author, 'session.failed', subject, details),
      );
    } catch (error) {
      this.logger.error({ message: 'A failed sign-in was not recorded', error });
    }
  }
}
