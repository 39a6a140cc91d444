import { IsNull } from 'typeorm';
import { FeatureRepository } from '../../database/feature-repository.js';
import { statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { OutboxMail } from './outbox-mail.entity.js';

export interface OutboxRow {
  id: number;
  kind: string;
  user_id: number;
  email_id: number | null;
  recipient: string;
  /** Failed attempts that count against the mail. */
  refusals: number;
}

const DUE = statement<OutboxRow>(
  `SELECT id, kind, user_id, email_id, recipient, refusals
   FROM outbox_mails WHERE next_attempt_at <= :now ORDER BY next_attempt_at, id LIMIT :limit`,
);
const CLAIM = statement(
  `UPDATE outbox_mails SET lease = :lease, attempts = attempts + 1, next_attempt_at = :until
   WHERE id = :id AND next_attempt_at <= :now`,
);
const POSTPONE = statement(
  'UPDATE outbox_mails SET lease = NULL, next_attempt_at = :until WHERE id = :id AND lease = :lease',
);
const COUNT_FAILURE = statement(
  `UPDATE outbox_mails SET lease = NULL, refusals = refusals + 1, next_attempt_at = :until
   WHERE id = :id AND lease = :lease`,
);
const REMOVE = statement('DELETE FROM outbox_mails WHERE id = :id AND lease = :lease');
/** Mails that are not sent yet. */
export class OutboxRepository extends FeatureRepository<OutboxMail> {
  static readonly owned: readonly OwnedRows[] = [
    { table: 'outbox_mails', of: { User: 'user_id IN (:owners...)' } },
  ];

  /** In a unit of work. */
  async add(
    mail: Pick<OutboxMail, 'kind' | 'userId' | 'emailId' | 'recipient'>,
    now: number,
  ): Promise<void> {
    const times = { createdAt: now, nextAttemptAt: now };
    await this.insertRow({ ...mail, ...times, attempts: 0, refusals: 0, lease: null });
  }

  /** Removes the mails about one address of a user. In a unit of work. */
  async removeOf(userId: number, emailId: number | null): Promise<void> {
    await this.delete({ userId, emailId: emailId ?? IsNull() });
  }

  /** The mails whose time has come, in its order. */
  findDue(now: number, limit: number): Promise<OutboxRow[]> {
    return this.statements.rows(DUE, { now, limit });
  }

  /** Begins an attempt that counts as abandoned at `until`. False if another instance was faster. */
  async claim(id: number, lease: string, now: number, until: number): Promise<boolean> {
    return (await this.unit.write(CLAIM, { id, lease, now, until })) === 1;
  }

  /** Ends an attempt that does not count against the mail. The next one is at `until`. */
  async postpone(id: number, lease: string, until: number): Promise<void> {
    await this.unit.write(POSTPONE, { id, lease, until });
  }

  /** Ends an attempt that counts against the mail. The next one is at `until`. */
  async countFailure(id: number, lease: string, until: number): Promise<void> {
    await this.unit.write(COUNT_FAILURE, { id, lease, until });
  }

  /** Ends the last attempt. */
  async finish(id: number, lease: string): Promise<void> {
    await this.unit.write(REMOVE, { id, lease });
  }
}
