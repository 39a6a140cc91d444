import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, PrimaryId, TimestampColumn } from '../../database/columns.js';
import { User } from './user.entity.js';

/** A client address from which the user has signed in. The limit of failed sign-ins does not lock it out. */
@Entity('sign_in_addresses')
@Index('sign_in_addresses_address', ['userId', 'address'], { unique: true })
export class SignInAddress {
  @PrimaryId() id!: number;
  @ForeignKey(() => User, { name: 'sign_in_addresses_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  /** A keyed hash, so that the table does not tell where users are. */
  @Column('varchar', { length: 64 }) address!: string;
  /** The last sign-in. */
  @TimestampColumn({ name: 'signed_in_at' }) signedInAt!: number;
}
