import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../database/columns.js';

/** The primary and secondary addresses of all users in lower case. One index keeps them unique. */
@Entity('emails')
@Index('emails_address', ['email'], { unique: true })
@Index('emails_user', ['userId', 'createdAt', 'id'])
export class Email {
  @PrimaryId() id!: number;
  @ForeignKey('User', { name: 'emails_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  @Column('varchar') email!: string;
  /** True if `users.email` has the same address. The email lists leave it out. */
  @Column('boolean', { name: 'is_primary' }) isPrimary!: boolean;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
