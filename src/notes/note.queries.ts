import { AUTHOR_COLUMNS, type AuthorRow } from '../users/author.view.js';
import type { NoteableType } from '../activity/noteable.js';
import { statement, type Statement } from '../database/statement.js';
import { Listing } from '../database/listing.js';

export interface NoteRow extends AuthorRow {
  id: number;
  body: string;
  is_system: number;
  created_at: number;
  updated_at: number;
  noteable_id: number;
  noteable_type: NoteableType;
}

/** Of a note `n` and its author. */
export const NOTE_COLUMNS = `n.id, n.body, n.is_system, n.created_at, n.updated_at, n.noteable_id,
  n.noteable_type, n.author_id, ${AUTHOR_COLUMNS}`;
const JOIN_AUTHOR = 'JOIN users a ON a.id = n.author_id';
const UNDER_NOTEABLE = 'n.noteable_type = :noteable_type AND n.noteable_id = :noteable_id';

export const NOTES = new Listing<NoteRow>({
  table: 'notes n',
  where: UNDER_NOTEABLE,
  joins: JOIN_AUTHOR,
  columns: NOTE_COLUMNS,
});

/** A note is found only under its own noteable. */
export const NOTE = statement<NoteRow>(
  `SELECT ${NOTE_COLUMNS} FROM notes n ${JOIN_AUTHOR} WHERE n.id = :note AND ${UNDER_NOTEABLE}`,
);

/** To be locked, like `NOTEABLE`. */
export const NOTE_ALONE = statement<{ id: number }>('SELECT id FROM notes WHERE id = :note');

export const CHANGE_BODY = statement(
  'UPDATE notes SET body = :body, updated_at = :now WHERE id = :note',
);

/**
 * Tells the noteable of the note. Matches nothing where it has been deleted meanwhile, and keeps it from being
 * deleted before the note is there: in the unit that inserts the note, after that.
 */
export const TOUCH = forEachTable(
  (table) => `UPDATE ${table} SET updated_at = :now WHERE id = :id`,
);

/** To be locked: it is not deleted then until the unit ends. */
export const NOTEABLE = forEachTable<{ id: number }>(
  (table) => `SELECT id FROM ${table} WHERE id = :id`,
);

function forEachTable<Row = never>(
  sql: (table: string) => string,
): Record<NoteableType, Statement<Row>> {
  return {
    Issue: statement<Row>(sql('issues')),
    Snippet: statement<Row>(sql('snippets')),
    MergeRequest: statement<Row>(sql('merge_requests')),
  };
}
