import type { EventAction, EventRecorder, NewEvent } from '../activity/event-recorder.js';
import type { NoteableType } from '../activity/noteable.js';
import type { Actor } from '../auth/actor.js';
import {
  ISSUE_VISIBLE,
  JOIN_MEMBERSHIP,
  MERGE_REQUEST_VISIBLE,
  PROJECT_VISIBLE,
  SNIPPET_VISIBLE,
} from '../auth/visibility.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { Listing, type Order } from '../database/listing.js';
import { statement } from '../database/statement.js';
import type { Unit } from '../database/unit.js';
import type { OwnedRows } from '../deletion/deletion-registry.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { NOTE_FIELDS, type NoteRow } from '../notes/notes.repository.js';
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

export type EventTarget = 'Issue' | 'MergeRequest' | 'Note';

interface EventFilters {
  action?: EventAction | undefined;
  target?: EventTarget | undefined;
  /** Milliseconds since 1970, exclusive. */
  before?: number | undefined;
  /** Milliseconds since 1970, inclusive. */
  from?: number | undefined;
}

/** Joins the subject of event `e` as `i`, `sn` or `mr`. */
export const JOIN_SUBJECTS = `LEFT JOIN issues i ON e.subject_type = 'Issue' AND i.id = e.subject_id
  LEFT JOIN snippets sn ON e.subject_type = 'Snippet' AND sn.id = e.subject_id
  LEFT JOIN merge_requests mr ON e.subject_type = 'MergeRequest' AND mr.id = e.subject_id`;

/**
 * True if the viewer may see project `p` of an event, and its subject. Memberships are visible only to the member and
 * within the project: anybody can add anybody to a project of theirs.
 */
export const EVENT_VISIBLE = `${PROJECT_VISIBLE} AND (e.action NOT IN ('joined', 'left') OR e.author_id = :viewer
  OR :viewer_admin = 1 OR p.owner_id = :viewer OR m.id IS NOT NULL) AND (e.subject_type IS NULL
  OR (i.id IS NOT NULL AND ${ISSUE_VISIBLE}) OR (sn.id IS NOT NULL AND ${SNIPPET_VISIBLE})
  OR (mr.id IS NOT NULL AND ${MERGE_REQUEST_VISIBLE}))`;

const JOINS = `JOIN projects p ON p.id = e.project_id JOIN users o ON o.id = p.owner_id
  JOIN users u ON u.id = e.author_id ${JOIN_SUBJECTS} LEFT JOIN notes n ON n.id = e.note_id
  LEFT JOIN users a ON a.id = n.author_id`;
const COLUMNS = `e.project_id, p.name AS project_name, p.path AS project_path,
  p.description AS project_description, o.username AS project_owner, e.action, e.subject_type, e.subject_id,
  COALESCE(i.title, sn.title, mr.title) AS subject_title,
  e.created_at AS event_created_at, u.id AS actor_id, u.name AS actor_name, u.username AS actor_username,
  u.state AS actor_state, ${NOTE_FIELDS}`;

type Filter = 'action' | 'before' | 'from' | EventTarget;

/** Exported for bench/limit. */
export const EVENTS = new Listing<EventRow, Filter>({
  table: 'events e',
  // Every event has a project. With an inner join, MariaDB may start with a small projects table and sort all
  // events of the author for one page.
  filterJoins: `LEFT JOIN projects p ON p.id = e.project_id ${JOIN_MEMBERSHIP} ${JOIN_SUBJECTS}`,
  where: `e.author_id = :user AND ${EVENT_VISIBLE}`,
  filters: {
    action: 'e.action = :action',
    before: 'e.created_at < :before',
    from: 'e.created_at >= :from',
    Issue: "e.subject_type = 'Issue' AND e.note_id IS NULL",
    MergeRequest: "e.subject_type = 'MergeRequest' AND e.note_id IS NULL",
    Note: 'e.note_id IS NOT NULL',
  },
  joins: JOINS,
  columns: COLUMNS,
  texts: { data: 'e.data', body: 'n.body' },
});

const EVENT = statement<EventRow>(`SELECT ${COLUMNS}, e.data, n.body FROM events e ${JOINS} WHERE e.id = :event`);
/** Exported for bench/limit. */
export const INSERT_EVENT = statement(
  `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, note_id, data, created_at)
   VALUES (:author, :project, :action, :subject_type, :subject_id, :note, :data, :created_at)`,
);

export class EventsRepository extends FeatureRepository<Event> implements EventRecorder {
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

  /** The events of a user that the actor may see. */
  list(
    actor: Actor,
    user: number,
    { action, target, before, from }: EventFilters,
    params: PageParams,
    order: Order,
  ): Promise<Page<EventRow>> {
    const filters: Filter[] = [];
    if (action !== undefined) filters.push('action');
    if (before !== undefined) filters.push('before');
    if (from !== undefined) filters.push('from');
    if (target !== undefined) filters.push(target);
    const given = { action: action ?? '', before: before ?? 0, from: from ?? 0 };
    return paginate(
      EVENTS.rows(this.database, order, { user, ...given, ...actor.viewer }, filters),
      params,
    );
  }

  findById(id: number): Promise<EventRow | null> {
    return this.statements.row(EVENT, { event: id });
  }

  /** See `EventRecorder`. Returns the id. */
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
}
