import type { Unit } from '../database/database.js';
import { statement } from '../database/statement.js';
import type { Noteable } from '../activity/noteable.js';

export const INSERT_NOTE = statement(
  `INSERT INTO notes (noteable_type, noteable_id, project_id, author_id, body, is_system, created_at, updated_at)
   VALUES (:noteable_type, :noteable_id, :project, :author, :body, :system, :created_at, :updated_at)`,
);

/** Writes down a change of a noteable, in the same unit as the change. */
export async function addSystemNote(
  unit: Unit,
  noteable: Noteable,
  authorId: number,
  body: string,
): Promise<void> {
  const now = Date.now();
  await unit.insert(INSERT_NOTE, {
    noteable_type: noteable.type,
    noteable_id: noteable.id,
    project: noteable.project_id,
    author: authorId,
    body,
    system: true,
    created_at: now,
    updated_at: now,
  });
}
