import type {
  EventAction,
  EventRecorder,
  NewEvent,
} from '../../core/event-recording/event-recorder.js';
import type { NoteableType } from '../../core/event-recording/noteable.js';
import type { Actor } from '../../core/auth/actor.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing, type Order } from '../../database/listing.js';
import { statement } from '../../database/statement.js';
import type { Unit } from '../../database/unit.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Rule } from '../../core/doctor/rule.js';
import { readCursor } from '../../http/pagination/cursor.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { NOTE_FIELDS, type NoteRow } from '../notes/notes.repository.js';
import { ALL_DAYS, EVENT_LIST, JOIN_SUBJECTS } from './event-conditions.js';
import type { EventTarget } from './event.dto.js';
import type { Event } from './event.entity.js';

/** The columns of the event's note, null if it has none. */
type MaybeNote = { [Column in keyof NoteRow]: NoteRow[Column] | null };

/** An event with its author, project, subject and note. */
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

const JOINS = `JOIN projects p ON p.id = e.project_id JOIN users o ON o.id = p.owner_id
  JOIN users u ON u.id = e.author_id ${JOIN_SUBJECTS} LEFT JOIN notes n ON n.id = e.note_id
  LEFT JOIN users a ON a.id = n.author_id`;
const COLUMNS = `e.project_id, p.name AS project_name, p.path AS project_path,
  p.description AS project_description, o.username AS project_owner, e.action, e.subject_type, e.subject_id,
  COALESCE(i.title, sn.title, mr.title) AS subject_title,
  e.created_at AS event_created_at, u.id AS actor_id, u.name AS actor_name, u.username AS actor_username,
  u.state AS actor_state, e.data, ${NOTE_FIELDS}`;

export const EVENTS = new Listing<EventRow>({
  ...EVENT_LIST,
  joins: JOINS,
  columns: COLUMNS,
});
const EVENT = statement<EventRow>(`SELECT ${COLUMNS} FROM events e ${JOINS} WHERE e.id = :event`);

/** Exported for bench/limit. */
export const INSERT_EVENT = statement(
  `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, note_id, data, created_at)
   VALUES (:author, :project, :action, :subject_type, :subject_id, :note, :data, :created_at)`,
);

/** What a request wants to see of a user's events. */
export interface EventConditions {
  action?: EventAction | undefined;
  target?: EventTarget | undefined;
  /** Milliseconds since 1970, exclusive. */
  before?: number | undefined;
  /** Milliseconds since 1970, inclusive. */
  from?: number | undefined;
}

export class EventsRepository extends FeatureRepository<Event> implements EventRecorder {
  static readonly rules: readonly Rule[] = [
    {
      table: 'notes',
      text: 'has one event, unless the service or a deleted user wrote it',
      isBroken: `t.is_system = 0
        AND NOT EXISTS (SELECT 1 FROM users g WHERE g.id = t.author_id AND g.username_key = 'ghost')
        AND 1 <> (SELECT COUNT(*) FROM events e WHERE e.note_id = t.id AND e.action = 'commented on')`,
      waitsForDeletions: true,
    },
  ];
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'events',
      of: {
        User: 'author_id IN (:owners...)',
        Project: 'project_id IN (:owners...)',
        Issue: "subject_type = 'Issue' AND subject_id IN (:owners...)",
        Snippet: "subject_type = 'Snippet' AND subject_id IN (:owners...)",
        MergeRequest: "subject_type = 'MergeRequest' AND subject_id IN (:owners...)",
        Note: 'note_id IN (:owners...)',
      },
    },
  ];

  /** Returns the id. */
  record(unit: Unit, event: NewEvent): Promise<number> {
    return unit.insert(INSERT_EVENT, {
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

  /** The events of a user that the viewer may see. */
  list(
    { viewer }: Actor,
    user: number,
    { action, target, ...days }: EventConditions,
    order: Order,
    params: PageParams,
  ): Promise<Page<EventRow>> {
    const values = { user, ...daysOfPage(days, order, params), ...viewer };
    const given = { action, ...(target ? { [target]: true } : {}) };
    return paginate(EVENTS.rows(this.database, order, values, given), params);
  }

  findById(id: number): Promise<EventRow | null> {
    return this.statements.row(EVENT, { event: id });
  }
}

/** The days that are left from the cursor on. SQLite would read the events between a day and the cursor one by one. */
function daysOfPage(
  { before = ALL_DAYS.before, from = ALL_DAYS.from }: EventConditions,
  order: Order,
  { pagination, cursor }: PageParams,
): { before: number; from: number } {
  if (pagination !== 'keyset' || !cursor) return { before, from };
  const time = Number(readCursor(cursor, 'created_at').sort_key);
  return order === 'asc'
    ? { before, from: Math.max(from, time) }
    : { before: Math.min(before, time + 1), from };
}
