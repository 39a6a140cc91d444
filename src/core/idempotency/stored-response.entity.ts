import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryId, TimestampColumn } from '../../database/columns.js';

/** The first response to the requests of one user with the same route and Idempotency-Key. */
@Entity('stored_responses')
@Index('stored_responses_request', ['userId', 'route', 'requestKey'], { unique: true })
@Index('stored_responses_expiry', ['expiresAt'])
export class StoredResponse {
  @PrimaryId() id!: number;
  /** The effective user. */
  @ForeignKey('User', { name: 'stored_responses_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  /** The path of the route in router syntax. */
  @Column('varchar') route!: string;
  /** The Idempotency-Key. */
  @Column('varchar', { name: 'request_key' }) requestKey!: string;
  /** A keyed hash of the path ids and parameters. Not a plain hash, because the parameters may have a password. */
  @Column('varchar', { length: 64 }) fingerprint!: string;
  /** A random text of the request that may store its response here. */
  @Column('varchar', { length: 36 }) claim!: string;
  /** After this time another request may take the row over, and it is deleted. */
  @TimestampColumn({ name: 'expires_at' }) expiresAt!: number;
  /** The encrypted JSON of the response. Null while the first request runs. */
  @LongTextColumn({ nullable: true }) body!: string | null;
}
