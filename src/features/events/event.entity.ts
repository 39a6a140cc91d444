import type { EventAction } from '../../core/event-recording/event-recorder.js';
import type { NoteableType } from '../../core/event-recording/noteable.js';
import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, LongTextColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

@Entity('events')
@Index('events_created', [
  ...['authorId', 'createdAt', 'id', 'projectId'],
  ...['subjectType', 'subjectId', 'noteId', 'action'],
])
@Index('events_project', ['projectId'])
@Index('events_subject', ['subjectType', 'subjectId'])
@Index('events_note', ['noteId'])
export class Event {
  @PrimaryId() id!: number;
  @ForeignKey(() => User, { name: 'events_author_fk' })
  @IdColumn({ name: 'author_id' })
  authorId!: number;
  @ForeignKey(() => Project, { name: 'events_project_fk' })
  @IdColumn({ name: 'project_id' })
  projectId!: number;
  @Column('varchar', { length: 20 }) action!: EventAction;
  /** The subject of the event, or of its note. It decides who may see the event. */
  @Column('varchar', { name: 'subject_type', length: 20, nullable: true })
  subjectType!: NoteableType | null;
  @IdColumn({ name: 'subject_id', nullable: true }) subjectId!: number | null;
  /** The note of a `commented on` event. The event is deleted with the note. */
  @IdColumn({ name: 'note_id', nullable: true }) noteId!: number | null;
  /** Push data as JSON. */
  @LongTextColumn({ nullable: true }) data!: string | null;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
