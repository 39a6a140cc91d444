import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Claimable } from '../../database/claims.js';
import { IdColumn, LongTextColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

@Entity('snippets')
@Index('snippets_created', [
  ...['projectId', 'createdAt', 'id'],
  ...['visibilityLevel', 'authorId', 'deletedAt'],
])
@Index('snippets_author', ['authorId'])
export class Snippet extends Claimable {
  @PrimaryId() id!: number;
  @ForeignKey(() => Project, { name: 'snippets_project_fk' })
  @IdColumn({ name: 'project_id' })
  projectId!: number;
  @Column('varchar') title!: string;
  @Column('varchar', { name: 'file_name' }) fileName!: string;
  @LongTextColumn() code!: string;
  @ForeignKey(() => User, { name: 'snippets_author_fk' })
  @IdColumn({ name: 'author_id' })
  authorId!: number;
  /** 0 private, 10 internal, 20 public. Applies to viewers who can see the project. */
  @Column('int', { name: 'visibility_level' }) visibilityLevel!: number;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  @TimestampColumn({ name: 'updated_at' }) updatedAt!: number;
  /** Set while the row is deleted in the background: then nobody sees it. */
  @TimestampColumn({ name: 'deleted_at', nullable: true }) deletedAt?: number | null;
}
