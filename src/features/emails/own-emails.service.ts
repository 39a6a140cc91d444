import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { Limits } from '../../core/auth/limits.js';
import { People } from '../../core/auth/people.js';
import { digest, newToken } from '../../core/auth/secrets.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import type { RequestScope } from '../../database/request-scope.js';
import { Invalid, NotFound, TAKEN } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import { checkMaxPerUser } from '../../http/pagination/full-page.js';
import { UserTermsRepository } from '../user-search-index/user-terms.repository.js';
import { ConfirmationMails } from './confirmation-mails.service.js';
import type { CreateEmailInput } from './email.dto.js';
import { EmailsRepository, type EmailRow } from './emails.repository.js';
import { EmailsService } from './emails.service.js';
import { LetterWriters, type LetterWriter } from '../mail/letter-writers.js';
import { Outbox } from '../mail/outbox.service.js';
import { recordFormerOwners } from './record-former-owners.js';

const SECONDARY_ADDRESS = 'secondary_address';

/**
 * Secondary addresses that users add to their own account. With mail, they count once the user has followed the link
 * in the mail. Until then nobody finds them, and they give way to everyone who claims the address with more right.
 */
@Injectable()
export class OwnEmails {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailsRepository,
    private readonly service: EmailsService,
    private readonly mails: ConfirmationMails,
    private readonly outbox: Outbox,
    private readonly terms: UserTermsRepository,
    private readonly people: People,
    private readonly audit: AuditTrail,
    private readonly limits: Limits,
    writers: LetterWriters,
  ) {
    writers.register(SECONDARY_ADDRESS, this.writeLetter);
  }

  /** @throws TooManyRequests the user has added too many addresses within a day */
  async add(actor: Actor, input: Input<CreateEmailInput>): Promise<EmailRow> {
    if (!this.mails.areSent) return this.service.add(actor, actor.id, input);
    const { email } = input.read();
    // Otherwise users could add and delete addresses, and so have any number of mails sent to strangers.
    const giveBack = await this.limits.countMail(actor.scope, actor.id);
    return this.addUnconfirmed(actor, email).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
  }

  private addUnconfirmed(actor: Actor, email: string): Promise<EmailRow> {
    return this.database.lockedUnit(
      actor.scope,
      // Locks the user, so that concurrent requests count each other's addresses.
      (unit) => this.people.lock(unit, actor.id),
      async (unit, person) => {
        if (!person) throw new NotFound('User');
        const emails = unit.withRepository(this.emails);
        if (await emails.isTaken(actor.id, email)) throw new Invalid({ email: [TAKEN] });
        const id = await emails.addUnconfirmed(actor.id, email);
        checkMaxPerUser(await emails.countSecondary(actor.id), 'email');
        const details = { username: person.username, email, unconfirmed: true };
        const subject = { type: 'user', id: actor.id } as const;
        await this.audit.record(unit, actor, 'email.added', subject, details);
        const mail = { kind: SECONDARY_ADDRESS, userId: actor.id, emailId: id, recipient: email };
        await this.outbox.put(unit, mail);
        return { id, email };
      },
    );
  }

  /**
   * False if no address waits for this secret, the mail has expired, the user is blocked, or the address counts for
   * another user now.
   */
  async confirm(scope: RequestScope, secret: string): Promise<boolean> {
    const sentAfter = ConfirmationMails.expiry(currentTime());
    // Outside a unit of work: a wrong guess must not wait for the write lock of SQLite, nor take it.
    const found = await this.emails.findUnconfirmed(digest(secret), sentAfter);
    if (!found) return false;
    try {
      return await this.database.unit(scope, async (unit) => {
        const emails = unit.withRepository(this.emails);
        const user = await this.people.lock(unit, found.user_id);
        if (user?.state !== 'active') return false;
        // Again under the lock: a concurrent request may have confirmed or removed it.
        const current = await emails.findUnconfirmed(digest(secret), sentAfter);
        if (!current) return false;
        const { id, user_id, email } = current;
        const formerOwners = await emails.confirm(current);
        if (!formerOwners) return false;
        await unit.withRepository(this.terms).reindex(user_id, id);
        await recordFormerOwners(this.audit, unit, scope, email, formerOwners);
        const details = { username: user.username, email };
        const subject = { type: 'user', id: user.id } as const;
        await this.audit.record(unit, scope, 'email.confirmed', subject, details);
        return true;
      });
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      throw error;
    }
  }

  private readonly writeLetter: LetterWriter = async (unit, { id: userId, name }, mail) => {
    const { email_id: id, recipient: email } = mail;
    if (id === null) return null;
    const secret = newToken();
    const emails = unit.withRepository(this.emails);
    const isWaiting = await emails.setSecret({ id, userId, email }, digest(secret), currentTime());
    return isWaiting ? this.mails.letter({ name, email }, secret) : null;
  };
}
