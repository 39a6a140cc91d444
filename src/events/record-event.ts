import type { Unit } from '../database/database.js';
import { statement } from '../database/statement.js';
import type { NoteableType } from '../notes/note.entity.js';
import type { EventAction } from './event.entity.js';

const RECORD = statement(
  `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, note_id, data, created_at)
   VALUES (:author, :project, :action, :subject_type, :subject_id, :note, :data, :created_at)`,
);

export interface NewEvent {
  authorId: number;
  projectId: number;
  action: EventAction;
  /** What it is about, or what its note is about. */
  subject?: { type: NoteableType; id: number };
  noteId?: number;
  /** Push data as JSON. */
  data?: string;
  createdAt: number;
}

/** Records what somebody contributed, in the same unit as what it tells. */
export function recordEvent(unit: Unit, event: NewEvent): Promise<number> {
  return unit.insert(RECORD, {
    author: event.authorId,
    project: event.projectId,
    action: event.action,
    subject_type: event.subject?.type ?? null,
    subject_id: event.subject?.id ?? null,
    note: event.noteId ?? null,
    data: event.data ?? null,
    created_at: event.createdAt,
  });
}
