import { Column, Entity, Index } from 'typeorm';
import type { UserState } from '../../core/auth/actor.js';
import { Claimable } from '../../database/claims.js';
import { IdColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';

@Entity('users')
@Index('users_username', ['usernameKey'], { unique: true })
@Index('users_token', ['tokenDigest'], { unique: true })
@Index('users_admin', ['admin', 'state'])
@Index('users_confirmation', ['confirmationDigest'])
@Index('users_listed', ['createdAt', 'id', 'state', 'external', 'ghostId'])
export class User extends Claimable {
  @PrimaryId() id!: number;
  /** As the user wrote it. */
  @Column('varchar') username!: string;
  /** In lower case, for the unique index and for look-ups. */
  @Column('varchar', { name: 'username_key' }) usernameKey!: string;
  /** The primary address. It is also a row of `emails`, whose index keeps all addresses unique. */
  @Column('varchar') email!: string;
  @Column('varchar') name!: string;
  @Column('varchar', { length: 20 }) state!: UserState;
  @Column('varchar', { name: 'password_hash' }) passwordHash!: string;
  /** SHA-256 of the private token: finds the user, but does not reveal the token. */
  @Column('varchar', { name: 'token_digest', length: 64 }) tokenDigest!: string;
  /** The private token, encrypted with SECRET_KEY, for the one view that shows it. */
  @Column('varchar', { name: 'token_sealed', length: 512 }) tokenSealed!: string;
  @Column('boolean') admin!: boolean;
  /** `external` is a reserved word of MySQL. */
  @Column('boolean', { name: 'is_external' }) external!: boolean;
  @Column('boolean', { name: 'can_create_group' }) canCreateGroup!: boolean;
  @Column('int', { name: 'projects_limit' }) projectsLimit!: number;
  @Column('varchar', { nullable: true }) bio!: string | null;
  @Column('varchar', { nullable: true }) location!: string | null;
  @Column('varchar', { nullable: true }) organization!: string | null;
  @Column('varchar') messenger!: string;
  @Column('varchar', { name: 'professional_network' }) professionalNetwork!: string;
  @Column('varchar') microblog!: string;
  @Column('varchar', { name: 'website_url' }) websiteUrl!: string;
  @Column('int', { name: 'theme_id' }) themeId!: number;
  @Column('int', { name: 'color_scheme_id' }) colorSchemeId!: number;
  @TimestampColumn({ name: 'current_sign_in_at', nullable: true }) currentSignInAt!: number | null;
  @TimestampColumn({ name: 'last_sign_in_at', nullable: true }) lastSignInAt!: number | null;
  @TimestampColumn({ name: 'confirmed_at', nullable: true }) confirmedAt!: number | null;
  /** SHA-256 of the secret in the confirmation mail. Null before it is sent, and after the confirmation. */
  @Column('varchar', { name: 'confirmation_digest', length: 64, nullable: true })
  confirmationDigest!: string | null;
  /** When the mail was sent. Its link works for a day. */
  @TimestampColumn({ name: 'confirmation_sent_at', nullable: true })
  confirmationSentAt?: number | null;
  /** Who created the account, for the audit record. */
  @IdColumn({ name: 'created_by_id', nullable: true }) createdById!: number | null;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  /** Set while the user is being deleted. The row then has the name, address and state of this user, the ghost. */
  @IdColumn({ name: 'ghost_id', nullable: true }) ghostId?: number | null;
}
