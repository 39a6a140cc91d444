import { Column, Entity, Index } from 'typeorm';
import { IdColumn, PrimaryId, TimestampColumn } from '../../database/columns.js';

/**
 * A mail to be sent. It has no text and no token: both are made when it is sent. There are no foreign keys, because
 * programs of the version before this table delete users too. The sender drops mails whose user or address is gone.
 */
@Entity('outbox_mails')
@Index('outbox_mails_due', ['nextAttemptAt', 'id'])
@Index('outbox_mails_user', ['userId', 'emailId'])
export class OutboxMail {
  @PrimaryId() id!: number;
  /** Says which feature writes the text. */
  @Column('varchar', { length: 40 }) kind!: string;
  @IdColumn({ name: 'user_id' }) userId!: number;
  /** The row of `emails` that the mail is about. Null for the primary address. */
  @IdColumn({ name: 'email_id', nullable: true }) emailId!: number | null;
  @Column('varchar') recipient!: string;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  /** During an attempt, the time at which the attempt counts as abandoned. */
  @TimestampColumn({ name: 'next_attempt_at' }) nextAttemptAt!: number;
  /** All attempts that have begun. */
  @Column('int') attempts!: number;
  /**
   * Failed attempts that count against this mail: the server refused it, or did not respond to it although it took
   * other mails. Attempts during an outage of the server do not count.
   */
  @Column('int') refusals!: number;
  /** The attempt that may change the row. Null between attempts. */
  @Column('varchar', { length: 36, nullable: true }) lease!: string | null;
}
