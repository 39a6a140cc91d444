import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, PrimaryId } from '../../database/columns.js';
import { User } from './user.entity.js';

/** An account of the user at another provider, such as LDAP. */
@Entity('identities')
@Index('identities_account', ['provider', 'externUid'], { unique: true })
@Index('identities_entry', ['provider', 'uniqueId'], { unique: true })
@Index('identities_user', ['userId', 'provider'], { unique: true })
export class Identity {
  @PrimaryId() id!: number;
  @ForeignKey(() => User, { name: 'identities_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  @Column('varchar') provider!: string;
  /** Of a directory: the DN, which changes when the entry moves. */
  @Column('varchar', { name: 'extern_uid', length: 512 }) externUid!: string;
  /** Of a directory: the id of the entry, which never changes. Null until the service has found the entry. */
  @Column('varchar', { name: 'unique_id', nullable: true }) uniqueId?: string | null;
  /** The username in the directory when it was last applied. The username here differs if it was not valid or taken. */
  @Column('varchar', { nullable: true }) login?: string | null;
  /** If the directory blocked the user because the account is disabled: the attribute that said so. */
  @Column('varchar', { name: 'disabled_by', length: 64, nullable: true }) disabledBy?:
    string | null;
}
