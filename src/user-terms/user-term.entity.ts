import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../database/columns.js';
import { User } from '../users/user.entity.js';

/**
 * Everything a username or an address ends with, from its whole to its last character: what begins with a text
 * here contains it there, and an index finds beginnings.
 */
@Entity('user_terms')
@Index('user_terms_term', ['isAddress', 'term', 'userId', 'userCreatedAt', 'repeats'])
@Index('user_terms_user', ['userId', 'emailId'])
export class UserTerm {
  @PrimaryId() id!: number;
  @ForeignKey(() => User, { name: 'user_terms_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  /** The address it is an ending of; 0 for the username. */
  @IdColumn({ name: 'email_id' }) emailId!: number;
  /** Apart in the index: most people are not found by their addresses, and there are more of those. */
  @Column({ name: 'is_address', type: 'boolean' }) isAddress!: boolean;
  @Column('varchar') term!: string;
  /** So many of its letters are counted at another place of the user's names, see `repeats.ts`: what is longer finds him here alone. */
  @Column('int') repeats!: number;
  /** The order of the users found, which the index has too. */
  @TimestampColumn({ name: 'user_created_at' }) userCreatedAt!: number;
}
