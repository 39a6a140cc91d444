import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Claimable } from '../../database/claims.js';
import { IdColumn, LongTextColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

export type IssueState = 'opened' | 'reopened' | 'closed';

@Entity('issues')
@Index('issues_iid', ['projectId', 'iid'], { unique: true })
@Index('issues_created', [
  ...['projectId', 'createdAt', 'id'],
  ...['confidential', 'authorId', 'assigneeId', 'state', 'deletedAt'],
])
@Index('issues_updated', [
  ...['projectId', 'updatedAt', 'id'],
  ...['confidential', 'authorId', 'assigneeId', 'state', 'deletedAt'],
])
@Index('issues_author', ['authorId'])
@Index('issues_assignee', ['assigneeId'])
export class Issue extends Claimable {
  @PrimaryId() id!: number;
  @Column('int') iid!: number;
  @ForeignKey(() => Project, { name: 'issues_project_fk' })
  @IdColumn({ name: 'project_id' })
  projectId!: number;
  @Column('varchar') title!: string;
  @LongTextColumn({ nullable: true }) description!: string | null;
  @ForeignKey(() => User, { name: 'issues_author_fk' })
  @IdColumn({ name: 'author_id' })
  authorId!: number;
  @ForeignKey(() => User, { name: 'issues_assignee_fk' })
  @IdColumn({ name: 'assignee_id', nullable: true })
  assigneeId!: number | null;
  @Column('boolean') confidential!: boolean;
  @Column('varchar', { length: 20 }) state!: IssueState;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  @TimestampColumn({ name: 'updated_at' }) updatedAt!: number;
  /** Set while the row is deleted in the background: then nobody sees it. */
  @TimestampColumn({ name: 'deleted_at', nullable: true }) deletedAt?: number | null;
}
