import { Injectable } from '@nestjs/common';
import { currentTime } from '../../database/clock.js';
import type { Unit } from '../../database/database.js';
import type { OutboxMail } from './outbox-mail.entity.js';
import { OutboxSender } from './outbox-sender.js';
import { OutboxRepository } from './outbox.repository.js';

/** Mails are written in the unit of work of their cause, and sent after its commit. No request waits for them. */
@Injectable()
export class Outbox {
  constructor(
    private readonly mails: OutboxRepository,
    private readonly sender: OutboxSender,
  ) {}

  async put(
    unit: Unit,
    mail: Pick<OutboxMail, 'kind' | 'userId' | 'emailId' | 'recipient'>,
  ): Promise<void> {
    await unit.withRepository(this.mails).add(mail, currentTime());
    unit.afterCommit(() => {
      this.sender.wake();
      return Promise.resolve();
    });
  }

  /** Removes what is not sent yet. @param emailId null for the primary address */
  async drop(unit: Unit, userId: number, emailId: number | null): Promise<void> {
    await unit.withRepository(this.mails).removeOf(userId, emailId);
  }
}
