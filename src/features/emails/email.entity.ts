import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { mailboxKey } from './email-address.js';

/**
 * The primary and secondary addresses of all users, as `mailboxKey` gives them. One index keeps those that count unique.
 * A user's own addition counts once it is confirmed; until then, others can claim the address.
 */
@Entity('emails')
@Index('emails_address', ['email'], { unique: true })
@Index('emails_unconfirmed', ['unconfirmedEmail'])
@Index('emails_confirmation', ['confirmationDigest'])
@Index('emails_user', ['userId', 'createdAt', 'id'])
export class Email {
  @PrimaryId() id!: number;
  @ForeignKey('User', { name: 'emails_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  /** Null while the address is unconfirmed, so that no search, sign-in or unique index finds it. */
  @Column('varchar', { nullable: true }) email!: string | null;
  @Column('varchar', { name: 'unconfirmed_email', nullable: true }) unconfirmedEmail!:
    string | null;
  /** The address as it was given. Null if it is its own key. */
  @Column('varchar', { name: 'shown_email', nullable: true }) shownEmail!: string | null;
  /** SHA-256 of the secret in the confirmation mail. Null before it is sent, and after the confirmation. */
  @Column('varchar', { name: 'confirmation_digest', length: 64, nullable: true })
  confirmationDigest!: string | null;
  @TimestampColumn({ name: 'confirmation_sent_at', nullable: true })
  confirmationSentAt!: number | null;
  /** True if `users.email` has the same address, as it was given. The email lists leave it out. */
  @Column('boolean', { name: 'is_primary' }) isPrimary!: boolean;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}

/** The columns of an address that counts, from the address as it was given. */
export function addressColumns(given: string): { email: string; shownEmail: string | null } {
  const email = mailboxKey(given);
  return { email, shownEmail: email === given ? null : given };
}

/** The columns of an address that needs no confirmation. */
export const COUNTING = {
  unconfirmedEmail: null,
  confirmationDigest: null,
  confirmationSentAt: null,
} satisfies Partial<Email>;
