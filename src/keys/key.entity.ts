import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../database/columns.js';
import { User } from '../users/user.entity.js';

/** The same key material, whatever its comment, belongs to one user only. `keys` alone is a word of SQL. */
@Entity('ssh_keys')
@Index('ssh_keys_fingerprint', ['fingerprintSha256'], { unique: true })
@Index('ssh_keys_md5', ['fingerprintMd5'])
@Index('ssh_keys_user', ['userId', 'createdAt', 'id'])
export class Key {
  @PrimaryId() id!: number;
  @ForeignKey(() => User, { name: 'ssh_keys_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  @Column('varchar') title!: string;
  /** The line as it was given. */
  @Column('mediumtext', { name: 'key_text' }) key!: string;
  /** `aa:bb:...`: to look up, not to trust. */
  @Column('varchar', { name: 'fingerprint_md5', length: 64 }) fingerprintMd5!: string;
  /** `SHA256:...` */
  @Column('varchar', { name: 'fingerprint_sha256', length: 64 }) fingerprintSha256!: string;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
