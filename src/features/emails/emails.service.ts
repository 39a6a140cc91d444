import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import { Invalid, NotFound, TAKEN } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import { checkMaxPerUser, type FullPageParams } from '../../http/pagination/full-page.js';
import type { Page } from '../../http/pagination/page.js';
import { UserTermsRepository } from '../user-search-index/user-terms.repository.js';
import type { CreateEmailInput } from './email.dto.js';
import { EmailsRepository, type EmailRow } from './emails.repository.js';
import { Outbox } from '../mail/outbox.service.js';
import { recordFormerOwners } from './record-former-owners.js';

/** Secondary addresses of a user. The primary one is a field of the user, neither shown nor changed here. */
@Injectable()
export class EmailsService {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailsRepository,
    private readonly outbox: Outbox,
    private readonly terms: UserTermsRepository,
    private readonly people: People,
    private readonly audit: AuditTrail,
  ) {}

  list(userId: number, input: Input<FullPageParams>): Promise<Page<EmailRow>> {
    return this.emails.list(userId, input.read());
  }

  /** @throws NotFound there is no such user */
  async listOf(userId: number, input: Input<FullPageParams>): Promise<Page<EmailRow>> {
    await this.people.get(userId);
    return this.list(userId, input);
  }

  async get(userId: number, id: number): Promise<EmailRow> {
    const email = await this.emails.findSecondary(userId, id);
    if (!email) throw new NotFound('Email');
    return email;
  }

  async add(actor: Actor, userId: number, input: Input<CreateEmailInput>): Promise<EmailRow> {
    await this.requireAccount(actor, userId);
    const { email } = input.read();
    try {
      const id = await this.database.lockedUnit(
        actor.scope,
        // Locks the user, so that concurrent requests count each other's addresses.
        (unit) => this.people.lock(unit, userId),
        async (unit, user) => {
          if (!user) throw new NotFound('User');
          const emails = unit.withRepository(this.emails);
          const { id: added, formerOwners } = await emails.addSecondary(userId, email);
          checkMaxPerUser(await emails.countSecondary(userId), 'email');
          await unit.withRepository(this.terms).reindex(userId, added);
          const details = { username: user.username, email };
          const subject = { type: 'user', id: userId } as const;
          await recordFormerOwners(this.audit, unit, actor, email, formerOwners);
          await this.audit.record(unit, actor, 'email.added', subject, details);
          return added;
        },
      );
      return { id, email };
    } catch (error) {
      throw error instanceof UniqueViolation ? new Invalid({ email: [TAKEN] }) : error;
    }
  }

  async remove(actor: Actor, userId: number, id: number): Promise<EmailRow> {
    const email = await this.removeIfFound(actor, userId, id);
    if (!email) throw new NotFound('Email');
    return email;
  }

  /** Null if the user has no such secondary address. */
  async removeIfFound(actor: Actor, userId: number, id: number): Promise<EmailRow | null> {
    await this.requireAccount(actor, userId);
    const email = await this.emails.findSecondary(userId, id);
    if (!email) return null;
    const isRemoved = await this.database.lockedUnit(
      actor.scope,
      (unit) => this.people.lock(unit, userId),
      async (unit, user) => {
        if (!(await unit.withRepository(this.emails).deleteSecondary(userId, id))) return false;
        await this.outbox.drop(unit, userId, id);
        await unit.withRepository(this.terms).reindex(userId, id);
        const details = { username: user?.username, email: email.email };
        const subject = { type: 'user', id: userId } as const;
        await this.audit.record(unit, actor, 'email.removed', subject, details);
        return true;
      },
    );
    return isRemoved ? email : null;
  }

  /** @throws NotFound there is no such user */
  private async requireAccount(actor: Actor, userId: number): Promise<void> {
    actor.requireAccount(userId);
    if (userId !== actor.id) await this.people.get(userId);
  }
}
