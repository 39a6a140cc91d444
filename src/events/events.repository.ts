import type { EventAction } from '../activity/event-recorder.js';
import type { NoteableType } from '../activity/noteable.js';
import { cappedCount } from '../database/capped-count.js';
import { FeatureRepository } from '../database/feature-repository.js';
import type { Position } from '../database/listing.js';
import { serverList, statement, type Statement, type Values } from '../database/statement.js';
import type { OwnedRows } from '../deletion/deletion-registry.js';
import type { Rule } from '../doctor/rule.js';
import { NOTE_FIELDS, type NoteRow } from '../notes/notes.repository.js';
import {
  afterEvent,
  EVENT_JOINS,
  eventConditions,
  inDays,
  inEventOrder,
  JOIN_SUBJECTS,
  readBy,
  untilLastDay,
  type Filter,
} from './event-conditions.js';
import type { Event } from './event.entity.js';
import type { EventQuery } from './event-query.js';
import { perQuery } from './per-query.js';

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

const POSITION = 'e.created_at AS key_time, e.id AS key_id';
const PLACED = `${COLUMNS}, ${POSITION}`;

/**
 * How many events of a user, on the days of the request, are examined one by one before the list is read from
 * `EventSourcesRepository`.
 */
export const WINDOW = 1_000;

export interface RecentCount {
  /** Up to `WINDOW + 1`. */
  examined: number;
  /** How many of them the viewer sees. */
  total: number;
}

/** A row that also has the count of its whole list. */
interface Counted {
  list_examined: number;
  list_total: number;
}

/** Exported for bench/limit. */
export const recentEvents = perQuery((order, filters: readonly Filter[]) => {
  const days = inDays(filters);
  const window = (position: string, size: string) => `(SELECT e.id, e.created_at, e.project_id,
      e.subject_type, e.subject_id, e.note_id, e.action, e.author_id
    FROM events e WHERE e.author_id = :user ${position} ${inEventOrder('e', order)} LIMIT ${size}) e
    ${EVENT_JOINS}`;
  const rows = (position: string, limit: string, [column = '', join = ''] = []) =>
    readBy<EventRow & Position & Counted>(
      'events_created',
      `SELECT ${PLACED}${column}
       FROM (SELECT e.id, e.created_at FROM ${window(position, ':window')}
         WHERE ${eventConditions(filters)} ${inEventOrder('e', order)} LIMIT ${limit}) page
       JOIN events e ON e.id = page.id ${JOINS} ${join} ${inEventOrder('page', order)}`,
    );
  const count = `SELECT COUNT(*) AS examined,
    COUNT(CASE WHEN ${eventConditions(filters)} THEN 1 END) AS total FROM ${window(days, ':count_window')}`;
  return {
    count: readBy<RecentCount>('events_created', count),
    counted: rows(days, ':limit OFFSET :offset', [
      ', c.examined AS list_examined, c.total AS list_total',
      `CROSS JOIN (${count}) c`,
    ]),
    offset: rows(days, ':limit OFFSET :offset'),
    first: rows(days, ':limit'),
    after: rows(`${afterEvent(order)} ${untilLastDay(order, filters)}`, ':limit'),
  };
});

const EVENTS: Statement<EventRow & Position> = {
  ...statement(`SELECT ${PLACED} FROM events e ${JOINS} WHERE e.id IN (:ids...)`),
  onServer: statement(
    `SELECT ${PLACED} FROM ${serverList('ids')} STRAIGHT_JOIN events e ON e.id = row_id ${JOINS}`,
  ),
};
const EVENT = statement<EventRow>(`SELECT ${COLUMNS} FROM events e ${JOINS} WHERE e.id = :event`);

export class EventsRepository extends FeatureRepository<Event> {
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

  /** Among the first events of the user. */
  async countRecent(query: EventQuery): Promise<RecentCount> {
    const values = { ...query.values, count_window: WINDOW + 1 };
    const row = await this.statements.row(recentEvents(query).count, values);
    return row ?? { examined: 0, total: 0 };
  }

  /** Remembers for some seconds that the list exceeds the cap. */
  cappedCount(query: EventQuery, cap: number, count: () => Promise<number>): Promise<number> {
    return cappedCount(this.database, recentEvents(query).count, query.values, cap, count);
  }

  /** A page of the visible events. Shorter if it needs more than the first `offset + WINDOW` events of the user. */
  findRecent(query: EventQuery, offset: number, limit: number): Promise<(EventRow & Position)[]> {
    return this.statements.rows(recentEvents(query).offset, windowOf(query, offset, limit));
  }

  /** Like `findRecent`, with what `countRecent` returns. Null for an empty page. */
  async findRecentCounted(
    query: EventQuery,
    offset: number,
    limit: number,
  ): Promise<{ rows: (EventRow & Position)[]; count: RecentCount | null }> {
    const values = { ...windowOf(query, offset, limit), count_window: WINDOW + 1 };
    const rows = await this.statements.rows(recentEvents(query).counted, values);
    const [first] = rows;
    return {
      rows,
      count: first ? { examined: first.list_examined, total: first.list_total } : null,
    };
  }

  /** Like `findRecent`, after a position, which is not before the first day of the request. */
  findAfter(
    query: EventQuery,
    position: Position | null,
    limit: number,
  ): Promise<(EventRow & Position)[]> {
    const { first, after } = recentEvents(query);
    const values = { ...query.values, limit, window: WINDOW };
    return position
      ? this.statements.rows(after, { ...values, ...position })
      : this.statements.rows(first, values);
  }

  /** In the order of the ids. */
  async findByIds(ids: readonly number[]): Promise<(EventRow & Position)[]> {
    const values = { ids: JSON.stringify(ids) };
    return inOrderOf(ids, await this.statements.rows(EVENTS, values));
  }

  findById(id: number): Promise<EventRow | null> {
    return this.statements.row(EVENT, { event: id });
  }
}

const windowOf = ({ values }: EventQuery, offset: number, limit: number): Values => ({
  ...values,
  ...{ offset, limit, window: offset + WINDOW },
});

function inOrderOf<Row extends Position>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.key_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
