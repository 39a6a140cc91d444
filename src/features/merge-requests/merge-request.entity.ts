import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Claimable } from '../../database/claims.js';
import { IdColumn, LongTextColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

export type MergeRequestState = 'opened' | 'reopened' | 'closed' | 'merged';

@Entity('merge_requests')
@Index('merge_requests_iid', ['projectId', 'iid'], { unique: true })
@Index('merge_requests_created', [
  ...['projectId', 'createdAt', 'id'],
  ...['authorId', 'assigneeId', 'state', 'deletedAt'],
])
@Index('merge_requests_updated', [
  ...['projectId', 'updatedAt', 'id'],
  ...['authorId', 'assigneeId', 'state', 'deletedAt'],
])
@Index('merge_requests_author', ['authorId'])
@Index('merge_requests_assignee', ['assigneeId'])
export class MergeRequest extends Claimable {
  @PrimaryId() id!: number;
  @Column('int') iid!: number;
  @ForeignKey(() => Project, { name: 'merge_requests_project_fk' })
  @IdColumn({ name: 'project_id' })
  projectId!: number;
  @Column('varchar') title!: string;
  @LongTextColumn({ nullable: true }) description!: string | null;
  @Column('varchar', { name: 'source_branch' }) sourceBranch!: string;
  @Column('varchar', { name: 'target_branch' }) targetBranch!: string;
  @ForeignKey(() => User, { name: 'merge_requests_author_fk' })
  @IdColumn({ name: 'author_id' })
  authorId!: number;
  @ForeignKey(() => User, { name: 'merge_requests_assignee_fk' })
  @IdColumn({ name: 'assignee_id', nullable: true })
  assigneeId!: number | null;
  @Column('varchar', { length: 20 }) state!: MergeRequestState;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  @TimestampColumn({ name: 'updated_at' }) updatedAt!: number;
  /** Set while the row is deleted in the background: then nobody sees it. */
  @TimestampColumn({ name: 'deleted_at', nullable: true }) deletedAt?: number | null;
}
