import {
  ISSUE_VISIBLE,
  JOIN_MEMBERSHIP,
  MERGE_REQUEST_VISIBLE,
  PROJECT_VISIBLE,
  SNIPPET_VISIBLE,
} from '../auth/visibility.js';
import type { Order } from '../database/listing.js';
import { statement, type Statement } from '../database/statement.js';

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

/** Joins what decides who may see event `e`. Left joins, so that MariaDB does not start with another table. */
export const EVENT_JOINS = `LEFT JOIN projects p ON p.id = e.project_id ${JOIN_MEMBERSHIP} ${JOIN_SUBJECTS}`;

/** What a request may ask for besides, of event `e`. */
const FILTERS = {
  action: 'e.action = :action',
  // Expressions: MariaDB would otherwise use the indexes of these columns, and sort.
  Issue: "CONCAT(e.subject_type) = 'Issue' AND COALESCE(e.note_id, 0) = 0",
  MergeRequest: "CONCAT(e.subject_type) = 'MergeRequest' AND COALESCE(e.note_id, 0) = 0",
  Note: 'COALESCE(e.note_id, 0) <> 0',
};

/** The days that a request may ask for: bounds of an index range. */
const DAYS = { before: 'AND e.created_at < :before', from: 'AND e.created_at >= :from' };

export type Filter = keyof typeof FILTERS | keyof typeof DAYS;

const isDay = (name: Filter): name is keyof typeof DAYS => name in DAYS;

/** The conditions of a query on event `e` with `EVENT_JOINS`, without the days. */
export const eventConditions = (filters: readonly Filter[]): string =>
  [EVENT_VISIBLE, ...filters.flatMap((name) => (isDay(name) ? [] : [FILTERS[name]]))]
    .map((text) => `(${text})`)
    .join(' AND ');

/** The days of event `e`, for a query without a position. */
export const inDays = (filters: readonly Filter[]): string =>
  filters.flatMap((name) => (isDay(name) ? [DAYS[name]] : [])).join(' ');

/**
 * The day that ends the list, for a query from a position on. The position has the other one: with two lower or two
 * upper bounds, SQLite uses one of them for the index range, and skips the rows up to the other one by one.
 */
export const untilLastDay = (order: Order, filters: readonly Filter[]): string =>
  inDays(filters.filter((name) => name === (order === 'asc' ? 'before' : 'from')));

export const inEventOrder = (alias: string, order: Order): string =>
  `ORDER BY ${alias}.created_at ${order}, ${alias}.id ${order}`;

/** Events after a position. The first comparison fits the index. */
export function afterEvent(order: Order): string {
  const beyond = order === 'asc' ? '>' : '<';
  return `AND e.created_at ${beyond}= :key_time AND (e.created_at ${beyond} :key_time OR e.id ${beyond} :key_id)`;
}

/** A statement that reads events `e` by this index. The engines could otherwise choose one that reads many more. */
export function readBy<Row>(index: string, sql: string): Statement<Row> {
  const using = (words: string) => statement<Row>(sql.replaceAll('FROM events e', `$& ${words}`));
  const server = using(`FORCE INDEX (${index})`);
  return { ...using(`INDEXED BY ${index}`), onServer: server.onServer ?? server };
}
