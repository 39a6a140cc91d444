import type { EventAction } from '../activity/event-recorder.js';
import {
  audienceVisible,
  Audience,
  JOIN_MEMBERSHIP,
  PROJECT_VISIBLE,
  Visibility,
} from '../auth/visibility.js';
import { FeatureRepository } from '../database/feature-repository.js';
import type { Position } from '../database/listing.js';
import { serverList, statement, type Statement, type Values } from '../database/statement.js';
import {
  afterEvent,
  EVENT_JOINS,
  eventConditions,
  inDays,
  inEventOrder,
  readBy,
  untilLastDay,
  type Filter,
} from './event-conditions.js';
import type { Event } from './event.entity.js';
import type { EventQuery } from './event-query.js';
import { perQuery } from './per-query.js';

/**
 * Events of one user that an index has in the order of the list, and that the viewer can see nearly all of: those of
 * one audience in one project, or those on one subject that only the viewer sees, such as an own confidential issue.
 * With a filter by action or target, a source in a project has the events of one action.
 */
export interface EventSource {
  project_id: number;
  audience: number;
  /** Null for all that the filters leave. */
  action: EventAction | null;
  subject_type: string | null;
  subject_id: number | null;
  /** The time of the first event. */
  head: number;
}

/** Jumps of one statement of `findNextProjects`. */
export const JUMPS = 16;

/**
 * The first project after each of some ids in which the user has events. Each part reads one entry of the index. A
 * subquery that depends on a row instead of a value would not: MariaDB then reads all events of the user.
 */
const NEXT_PROJECTS: Statement<{ jump: number; id: number | null }> = {
  ...statement(nextProjects('events')),
  onServer: statement(nextProjects('events FORCE INDEX (events_audience)')),
};
const LAST_PROJECT = statement<{ id: number | null }>(
  'SELECT MAX(project_id) AS id FROM events WHERE author_id = :user',
);

function nextProjects(events: string): string {
  return Array.from(
    { length: JUMPS },
    (_, n) => `SELECT ${n} AS jump, MIN(project_id) AS id FROM ${events}
      WHERE author_id = :user AND project_id > :after${n}`,
  ).join(' UNION ALL ');
}

const AUDIENCES = Object.values(Audience)
  .map((audience, n) => (n === 0 ? `SELECT ${audience} AS audience` : `SELECT ${audience}`))
  .join(' UNION ALL ');

/** Subjects that the viewer sees although not all events of their audience: `alias` has `project_id`. */
const grant = (type: string, table: string, audience: string, condition: string) => {
  const alias = table.split(' ')[1] ?? table;
  return `SELECT p.id AS project_id, ${audience} AS audience, '${type}' AS subject_type, ${alias}.id AS subject_id
    FROM projects p ${JOIN_MEMBERSHIP} JOIN ${table} ON ${alias}.project_id = p.id AND ${condition}
    WHERE p.id IN (:projects...) AND ${PROJECT_VISIBLE} AND NOT ${audienceVisible(audience)}`;
};
const confidential = (condition: string) =>
  grant('Issue', 'issues i', String(Audience.reporters), `i.confidential = 1 AND ${condition}`);
const mergeRequest = (condition: string) =>
  grant('MergeRequest', 'merge_requests mr', String(Audience.mergeRequest), condition);
const snippet = (audience: number, level: number) =>
  grant(
    ...(['Snippet', 'snippets sn', String(audience)] as const),
    `sn.visibility_level = ${level} AND sn.author_id = :viewer`,
  );

const GRANTS = [
  confidential('i.author_id = :viewer'),
  confidential('i.assignee_id = :viewer AND i.author_id <> :viewer'),
  mergeRequest('mr.author_id = :viewer'),
  mergeRequest('mr.assignee_id = :viewer AND mr.author_id <> :viewer'),
  snippet(Audience.members, Visibility.private),
  snippet(Audience.internal, Visibility.internal),
].join(' UNION ALL ');

/** The audiences of events with a target, so that no source has only events that the filter leaves out. */
const AUDIENCES_ON: Partial<Record<Filter, string>> = {
  Issue: `AND g.audience IN (${Audience.everyone}, ${Audience.reporters})`,
  MergeRequest: `AND g.audience = ${Audience.mergeRequest}`,
};

const OF_PROJECT = 'e.author_id = :user AND e.project_id = :project AND e.audience = :audience';
const OF_SUBJECT = `e.subject_type = :subject_type AND e.subject_id = :subject_id AND e.audience = :audience
  AND e.author_id = :user`;

/** An index of events, and the condition on its last column before the time. */
interface EventIndex {
  name: string;
  on: string;
}

const statements = perQuery((order, filters: EventQuery['filters']) => {
  const isByAction = filters.some((name) => name !== 'before' && name !== 'from');
  const ofProjects = isByAction
    ? { name: 'events_action', on: 'AND e.action = :action' }
    : { name: 'events_audience', on: '' };
  // No action in the index: a filter also reads the user's other events on such a subject.
  const ofSubjects = { name: 'events_subject_audience', on: '' };
  const onTarget = filters.flatMap((name) => AUDIENCES_ON[name] ?? []).join(' ');
  const visible = eventConditions(filters);
  const inOrder = `${untilLastDay(order, filters)} ${inEventOrder('e', order)}`;
  /** LIMIT: MariaDB would move the condition into the union of GRANTS, and not find its columns there. */
  const sources = (index: EventIndex, columns: string, of: string, from: string) =>
    readBy<Omit<EventSource, 'action'>>(
      index.name,
      `SELECT * FROM (SELECT ${columns}, (SELECT e.created_at FROM events e WHERE ${of} ${index.on}
         AND e.created_at ${order === 'asc' ? '>=' : '<='} :key_time ${inOrder} LIMIT 1) AS head
       FROM ${from} ${onTarget} LIMIT ${Number.MAX_SAFE_INTEGER}) sources WHERE head IS NOT NULL`,
    );
  const page = (index: EventIndex, source: string) =>
    readBy<Position>(
      index.name,
      `SELECT e.id AS key_id, e.created_at AS key_time FROM events e ${EVENT_JOINS}
       WHERE ${source} ${index.on} AND ${visible} ${afterEvent(order)} ${inOrder} LIMIT :limit`,
    );
  /** STRAIGHT_JOIN: MariaDB could otherwise read all events of the user. */
  const count = ({ name, on }: EventIndex, source: string, listed: string) => {
    const counted = (from: string, given: string) =>
      statement<{
        total: number;
      }>(`SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${from} ${EVENT_JOINS}
        WHERE ${source} ${on} ${given} AND ${visible} ${inDays(filters)} LIMIT :limit) f`);
    const server = `${serverList('ids')} STRAIGHT_JOIN events e FORCE INDEX (${name}) ON ${listed} = row_id`;
    return {
      ...counted(`events e INDEXED BY ${name}`, `AND ${listed} IN (:ids...)`),
      onServer: counted(server, ''),
    };
  };
  const ofAudience = 'e.author_id = :user AND e.audience = :audience';
  return {
    ofProjects: sources(
      ofProjects,
      'p.id AS project_id, g.audience, NULL AS subject_type, NULL AS subject_id',
      'e.author_id = :user AND e.project_id = p.id AND e.audience = g.audience',
      `projects p ${JOIN_MEMBERSHIP} JOIN (${AUDIENCES}) g ON ${audienceVisible('g.audience')}
        WHERE p.id IN (:projects...) AND ${PROJECT_VISIBLE}`,
    ),
    ofSubjects: sources(
      ofSubjects,
      'g.project_id, g.audience, g.subject_type, g.subject_id',
      `e.subject_type = g.subject_type AND e.subject_id = g.subject_id AND e.audience = g.audience
        AND e.author_id = :user`,
      `(${GRANTS}) g WHERE TRUE`,
    ),
    ofProject: page(ofProjects, OF_PROJECT),
    ofSubject: page(ofSubjects, OF_SUBJECT),
    countOfProjects: count(ofProjects, ofAudience, 'e.project_id'),
    countOfSubjects: count(
      ofSubjects,
      `${ofAudience} AND e.subject_type = :subject_type`,
      'e.subject_id',
    ),
  };
});

/** The visible events of a user who has many that the viewer cannot see. */
export class EventSourcesRepository extends FeatureRepository<Event> {
  /** The highest id of the projects in which the user has events, or null. */
  async findLastProject(user: number): Promise<number | null> {
    return (await this.statements.row(LAST_PROJECT, { user }))?.id ?? null;
  }

  /**
   * For each of these ids, the next project in which the user has events, or null.
   *
   * @param ids at most `JUMPS`
   */
  async findNextProjects(user: number, ids: readonly number[]): Promise<(number | null)[]> {
    const after = (_: unknown, n: number) => [`after${n}`, ids[n] ?? Number.MAX_SAFE_INTEGER];
    const starts = Object.fromEntries(Array.from({ length: JUMPS }, after)) as Values;
    const found = ids.map((): number | null => null);
    for (const { jump, id } of await this.statements.rows(NEXT_PROJECTS, { user, ...starts }))
      if (jump < found.length) found[jump] = id;
    return found;
  }

  /** The sources in these projects with events at this time or further on in the order of the list. */
  async findSources(
    query: EventQuery,
    projects: readonly number[],
    key_time: number,
  ): Promise<EventSource[]> {
    const { ofProjects, ofSubjects } = statements(query);
    const given = { ...query.values, projects: JSON.stringify(projects), key_time };
    const onSubjects = await this.statements.rows(ofSubjects, given);
    const found = onSubjects.map((source): EventSource => ({ ...source, action: null }));
    for (const action of query.actions ?? [null])
      for (const source of await this.statements.rows(ofProjects, { ...given, action }))
        found.push({ ...source, action });
    return found;
  }

  /** The next visible events of a source. */
  findEvents(
    query: EventQuery,
    source: EventSource,
    position: Position,
    limit: number,
  ): Promise<Position[]> {
    const { ofProject, ofSubject } = statements(query);
    const given = { ...valuesOf(query, source), project: source.project_id, ...position, limit };
    return source.subject_type === null
      ? this.statements.rows(ofProject, given)
      : this.statements.rows(ofSubject, { ...given, subject_id: source.subject_id });
  }

  /** How many events these sources have, up to a limit. They differ only in their project, or only in their subject. */
  async countEvents(
    query: EventQuery,
    sources: readonly [EventSource, ...EventSource[]],
    limit: number,
  ): Promise<number> {
    const { countOfProjects, countOfSubjects } = statements(query);
    const [first] = sources;
    const ids = sources.map(({ project_id, subject_id }) => subject_id ?? project_id);
    const given = { ...valuesOf(query, first), ids: JSON.stringify(ids), limit };
    const count = first.subject_type === null ? countOfProjects : countOfSubjects;
    return (await this.statements.row(count, given))?.total ?? 0;
  }
}

const valuesOf = (
  { values }: EventQuery,
  { audience, subject_type, action }: EventSource,
): Values => ({ ...values, audience, subject_type, ...(action === null ? {} : { action }) });
