import type { EventAction } from '../activity/event-recorder.js';
import type { NoteableType } from '../activity/noteable.js';
import {
  ISSUE_VISIBLE,
  JOIN_MEMBERSHIP,
  MERGE_REQUEST_VISIBLE,
  PROJECT_VISIBLE,
  SNIPPET_VISIBLE,
} from '../auth/visibility.js';
import { statement } from '../database/statement.js';
import { Listing } from '../database/listing.js';
import { NOTE_COLUMNS, type NoteRow } from '../notes/note.queries.js';

/** The columns of the note have the names they have with a note, and are null where the event has none. */
type MaybeNote = { [Column in keyof NoteRow]: NoteRow[Column] | null };

export interface EventRow extends MaybeNote {
  project_id: number;
  project_name: string;
  project_path: string;
  project_description: string | null;
  project_owner: string;
  action: EventAction;
  subject_type: NoteableType | null;
  subject_id: number | null;
  subject_title: string | null;
  data: string | null;
  event_created_at: number;
  actor_id: number;
  actor_name: string;
  actor_username: string;
  actor_state: string;
}

/** What event `e` is about, as `i`, `sn` or `mr`. */
export const EVENT_SUBJECTS = `LEFT JOIN issues i ON e.subject_type = 'Issue' AND i.id = e.subject_id
  LEFT JOIN snippets sn ON e.subject_type = 'Snippet' AND sn.id = e.subject_id
  LEFT JOIN merge_requests mr ON e.subject_type = 'MergeRequest' AND mr.id = e.subject_id`;
const JOINS = `JOIN projects p ON p.id = e.project_id JOIN users o ON o.id = p.owner_id
  JOIN users u ON u.id = e.author_id ${EVENT_SUBJECTS} LEFT JOIN notes n ON n.id = e.note_id
  LEFT JOIN users a ON a.id = n.author_id`;
const COLUMNS = `e.project_id, p.name AS project_name, p.path AS project_path,
  p.description AS project_description, o.username AS project_owner, e.action, e.subject_type, e.subject_id,
  COALESCE(i.title, sn.title, mr.title) AS subject_title, e.data,
  e.created_at AS event_created_at, u.id AS actor_id, u.name AS actor_name, u.username AS actor_username,
  u.state AS actor_state, ${NOTE_COLUMNS}`;

/** Whether the viewer may see project `p` of an event, and what it is about. */
export const EVENT_VISIBLE = `${PROJECT_VISIBLE} AND (e.subject_type IS NULL
  OR (i.id IS NOT NULL AND ${ISSUE_VISIBLE}) OR (sn.id IS NOT NULL AND ${SNIPPET_VISIBLE})
  OR (mr.id IS NOT NULL AND ${MERGE_REQUEST_VISIBLE}))`;

export type EventFilter = 'action' | 'before' | 'after' | EventTarget;
export type EventTarget = 'Issue' | 'MergeRequest' | 'Note';

/** What somebody contributed, as far as the viewer may see what it is about. */
export const EVENTS = new Listing<EventRow, EventFilter>({
  table: 'events e',
  // An event has a project; LEFT keeps the optimizer from beginning with a table that happens to be small,
  // and sorting all of somebody's events for a page.
  filterJoins: `LEFT JOIN projects p ON p.id = e.project_id ${JOIN_MEMBERSHIP} ${EVENT_SUBJECTS}`,
  where: `e.author_id = :user AND ${EVENT_VISIBLE}`,
  filters: {
    action: 'e.action = :action',
    before: 'e.created_at < :before',
    after: 'e.created_at >= :after',
    Issue: "e.subject_type = 'Issue' AND e.note_id IS NULL",
    MergeRequest: "e.subject_type = 'MergeRequest' AND e.note_id IS NULL",
    Note: 'e.note_id IS NOT NULL',
  },
  joins: JOINS,
  columns: COLUMNS,
});

export const EVENT = statement<EventRow>(
  `SELECT ${COLUMNS} FROM events e ${JOINS} WHERE e.id = :event`,
);
