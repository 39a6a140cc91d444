import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, LongTextColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { User } from '../users/user.entity.js';

@Entity('projects')
@Index('projects_path', ['ownerId', 'pathKey'], { unique: true })
@Index('projects_created', ['createdAt', 'id', 'ownerId', 'visibilityLevel', 'deletedAt'])
@Index('projects_owned', ['ownerId', 'createdAt', 'id', 'visibilityLevel', 'deletedAt'])
export class Project {
  @PrimaryId() id!: number;
  @Column('varchar') name!: string;
  @Column('varchar') path!: string;
  /** The path in lower case, unique in the owner's namespace. */
  @Column('varchar', { name: 'path_key' }) pathKey!: string;
  @LongTextColumn({ nullable: true }) description!: string | null;
  /** 0 private, 10 internal, 20 public. */
  @Column('int', { name: 'visibility_level' }) visibilityLevel!: number;
  @ForeignKey(() => User, { name: 'projects_owner_fk' })
  @IdColumn({ name: 'owner_id' })
  ownerId!: number;
  /** The highest `iid` given out so far. It never decreases, so that no `iid` is used twice. */
  @Column('int', { name: 'issue_count' }) issueCount!: number;
  @Column('int', { name: 'merge_request_count' }) mergeRequestCount!: number;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  @TimestampColumn({ name: 'last_activity_at' }) lastActivityAt!: number;
  /** Set while the row is deleted in the background: then nobody sees it. */
  @TimestampColumn({ name: 'deleted_at', nullable: true }) deletedAt?: number | null;
}
