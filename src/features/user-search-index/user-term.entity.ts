import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';

/**
 * Every suffix of every username and email address. A name contains a text if one of its suffixes starts with that
 * text, and an index finds prefixes.
 */
@Entity('user_terms')
@Index('user_terms_term', ['isAddress', 'term', 'userId', 'userCreatedAt', 'repeats'])
@Index('user_terms_user', ['userId', 'emailId'])
export class UserTerm {
  @PrimaryId() id!: number;
  @ForeignKey('User', { name: 'user_terms_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  /** The email whose suffix this is; 0 for the username. */
  @IdColumn({ name: 'email_id' }) emailId!: number;
  /** First column of the index, because most searches do not look at addresses. */
  @Column({ name: 'is_address', type: 'boolean' }) isAddress!: boolean;
  @Column('varchar') term!: string;
  /** A search for more letters than this finds the user here only, see `repeats.ts`. */
  @Column('int') repeats!: number;
  /** Copied from the user: the index also covers the order of the search results. */
  @TimestampColumn({ name: 'user_created_at' }) userCreatedAt!: number;
}
