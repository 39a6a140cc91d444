import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../database/columns.js';
import { User } from '../users/user.entity.js';

/** Every address of everybody, primary and secondary, lower case: one index keeps them unique. */
@Entity('emails')
@Index('emails_address', ['email'], { unique: true })
@Index('emails_user', ['userId', 'createdAt', 'id'])
export class Email {
  @PrimaryId() id!: number;
  @ForeignKey(() => User, { name: 'emails_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  @Column('varchar') email!: string;
  /** True for the address that also stands in `users.email`; the email lists leave it out. */
  @Column('boolean', { name: 'is_primary' }) isPrimary!: boolean;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
