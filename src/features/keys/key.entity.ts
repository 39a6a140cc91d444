import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';

/** An SSH public key. Only one user can have it, whatever its comment. (`keys` is a reserved word in SQL.) */
@Entity('ssh_keys')
@Index('ssh_keys_fingerprint', ['fingerprintSha256'], { unique: true })
@Index('ssh_keys_md5', ['fingerprintMd5'])
@Index('ssh_keys_user', ['userId', 'createdAt', 'id'])
export class Key {
  @PrimaryId() id!: number;
  @ForeignKey('User', { name: 'ssh_keys_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  @Column('varchar') title!: string;
  /** The whole line as the user sent it, without surrounding white space. */
  @Column('mediumtext', { name: 'key_text' }) key!: string;
  /** `aa:bb:...`: only for lookups, since MD5 is not collision-resistant. */
  @Column('varchar', { name: 'fingerprint_md5', length: 64 }) fingerprintMd5!: string;
  /** `SHA256:...` */
  @Column('varchar', { name: 'fingerprint_sha256', length: 64 }) fingerprintSha256!: string;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
