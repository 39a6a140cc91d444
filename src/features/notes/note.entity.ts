import type { NoteableType } from '../../core/event-recording/noteable.js';
import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Claimable } from '../../database/claims.js';
import { IdColumn, LongTextColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

@Entity('notes')
@Index('notes_noteable', ['noteableType', 'noteableId', 'createdAt', 'id'])
@Index('notes_author', ['authorId'])
@Index('notes_project', ['projectId'])
export class Note extends Claimable {
  @PrimaryId() id!: number;
  @Column('varchar', { name: 'noteable_type', length: 20 }) noteableType!: NoteableType;
  /** No foreign key, because it refers to one of three tables. Creating a note locks the noteable's row. */
  @IdColumn({ name: 'noteable_id' }) noteableId!: number;
  @ForeignKey(() => Project, { name: 'notes_project_fk' })
  @IdColumn({ name: 'project_id' })
  projectId!: number;
  @ForeignKey(() => User, { name: 'notes_author_fk' })
  @IdColumn({ name: 'author_id' })
  authorId!: number;
  @LongTextColumn() body!: string;
  /** True for notes that the service writes about a change of the noteable. */
  @Column('boolean', { name: 'is_system' }) system!: boolean;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
  @TimestampColumn({ name: 'updated_at' }) updatedAt!: number;
}
