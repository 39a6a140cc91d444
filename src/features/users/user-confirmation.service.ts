import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import { digest, newToken } from '../../core/auth/secrets.js';
import { currentTime } from '../../database/clock.js';
import { Database, type Unit } from '../../database/database.js';
import type { RequestScope } from '../../database/request-scope.js';
import { ConfirmationMails } from '../emails/confirmation-mails.service.js';
import { LetterWriters, type LetterWriter } from '../mail/letter-writers.js';
import { Outbox } from '../mail/outbox.service.js';
import { OwnEmails } from '../emails/own-emails.service.js';
import { NotFound } from '../../http/errors/errors.js';
import { CredentialsRepository } from './credentials.repository.js';
import type { User } from './user.entity.js';

const PRIMARY_ADDRESS = 'primary_address';

/** The columns of a user who waits for a mail. */
export const UNCONFIRMED = {
  confirmedAt: null,
  confirmationDigest: null,
  confirmationSentAt: null,
} satisfies Partial<User>;
export type Unconfirmed = typeof UNCONFIRMED;

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
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    writers: LetterWriters,
  ) {
    writers.register(PRIMARY_ADDRESS, this.writeLetter);
  }

  /** The columns of an unconfirmed user, or null if no mail is to be sent. */
  prepare(wanted: boolean): Unconfirmed | null {
    return wanted && this.mails.areSent ? UNCONFIRMED : null;
  }

  /** Writes the mail in the unit of work that stores the address. */
  async request(unit: Unit, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
    const mail = { kind: PRIMARY_ADDRESS, userId: id, emailId: null, recipient: email };
    await this.outbox.put(unit, mail);
  }

  /** For an address that replaces an unconfirmed one: a mail to the former address is not sent any more, even if mail is turned on later. */
  async requestAgain(unit: Unit, user: Pick<User, 'id' | 'email'>): Promise<void> {
    await this.outbox.drop(unit, user.id, null);
    if (this.mails.areSent) await this.request(unit, user);
  }

  /**
   * Confirms the primary or secondary address that waits for this secret.
   *
   * @throws NotFound there is none, also if the link is used again, has expired or belongs to a blocked user
   */
  async confirm(scope: RequestScope, secret: string): Promise<boolean> {
    // Outside a unit of work: a wrong guess must not wait for the write lock of SQLite, nor take it.
    const isPrimary = (await this.credentials.findUnconfirmed(digest(secret))) !== null;
    const confirm = isPrimary
      ? this.confirmPrimary(scope, secret)
      : this.ownEmails.confirm(scope, secret);
    if (await confirm) return true;
    throw new NotFound('User');
  }

  private confirmPrimary(scope: RequestScope, secret: string): Promise<boolean> {
    const now = currentTime();
    const sentAfter = ConfirmationMails.expiry(now);
    return this.database.unit(scope, async (unit) => {
      const credentials = unit.withRepository(this.credentials);
      const user = await credentials.findUnconfirmed(digest(secret));
      if (!user || !(await credentials.confirmAddress(digest(secret), sentAfter, now)))
        return false;
      const { id, username, email } = user;
      const details = { username, email };
      await this.audit.record(unit, scope, 'email.confirmed', { type: 'user', id }, details);
      return true;
    });
  }

  private readonly writeLetter: LetterWriter = async (unit, { id, name }, { recipient: email }) => {
    const secret = newToken();
    const credentials = unit.withRepository(this.credentials);
    const isWaiting = await credentials.setSecret({ id, email }, digest(secret), currentTime());
    return isWaiting ? this.mails.letter({ name, email }, secret) : null;
  };
}
