import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { digest, newToken } from '../auth/secrets.js';
import { currentTime } from '../database/clock.js';
import { Database } from '../database/database.js';
import type { RequestScope } from '../database/request-scope.js';
import { ConfirmationMails } from '../emails/confirmation-mails.service.js';
import { OwnEmails } from '../emails/own-emails.service.js';
import { NotFound } from '../http/errors/errors.js';
import { CredentialsRepository } from './credentials.repository.js';
import type { User } from './user.entity.js';

export interface Confirmation {
  secret: string;
  columns: Pick<User, 'confirmedAt' | 'confirmationDigest' | 'confirmationSentAt'>;
}

/**
 * Sends a mail with a link that confirms the user's address. If mail is not configured, every address counts as
 * confirmed.
 */
@Injectable()
export class UserConfirmation {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly ownEmails: OwnEmails,
    private readonly mails: ConfirmationMails,
    private readonly audit: AuditTrail,
  ) {}

  /** The secret for a mail and the columns of an unconfirmed user, or null if no mail is to be sent. */
  prepare(wanted: boolean): Confirmation | null {
    if (!wanted || !this.mails.areSent) return null;
    const secret = newToken();
    const columns = { confirmationDigest: digest(secret), confirmationSentAt: currentTime() };
    return { secret, columns: { confirmedAt: null, ...columns } };
  }

  send(user: Pick<User, 'name' | 'email' | 'username'>, { secret }: Confirmation): void {
    this.mails.send(user, secret);
  }

  /**
   * Confirms the primary or secondary address that waits for this secret.
   *
   * @throws NotFound there is none, so also if the link is used again or has expired
   */
  async confirm(scope: RequestScope, secret: string): Promise<boolean> {
    const now = currentTime();
    const sentAfter = ConfirmationMails.expiry(now);
    const isConfirmed = await this.database.unit(scope, async (unit) => {
      const credentials = unit.withRepository(this.credentials);
      const user = await credentials.findUnconfirmed(digest(secret));
      if (!user || !(await credentials.confirmAddress(digest(secret), sentAfter, now)))
        return false;
      const { id, username, email } = user;
      const details = { username, email };
      await this.audit.record(unit, scope, 'email.confirmed', { type: 'user', id }, details);
      return true;
    });
    if (isConfirmed || (await this.ownEmails.confirm(scope, secret))) return true;
    throw new NotFound('User');
  }
}
