import type { Unit } from '../database/database.js';
import { statement } from '../database/statement.js';
import type { NewEvent } from '../activity/event-recorder.js';

const RECORD = statement(
  `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, note_id, data, created_at)
   VALUES (:author, :project, :action, :subject_type, :subject_id, :note, :data, :created_at)`,
);

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
