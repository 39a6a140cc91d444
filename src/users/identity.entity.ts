import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, PrimaryId } from '../database/columns.js';
import { User } from './user.entity.js';

/** An account of the user at another provider, such as LDAP. */
@Entity('identities')
@Index('identities_account', ['provider', 'externUid'], { unique: true })
@Index('identities_user', ['userId'])
export class Identity {
  @PrimaryId() id!: number;
  @ForeignKey(() => User, { name: 'identities_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  @Column('varchar') provider!: string;
  @Column('varchar', { name: 'extern_uid' }) externUid!: string;
}
