import {
  audienceVisible,
  Audience,
  JOIN_MEMBERSHIP,
  PROJECT_VISIBLE,
  Visibility,
} from '../auth/visibility.js';
import { FeatureRepository } from '../database/feature-repository.js';
import type { Order, Position } from '../database/listing.js';
import { serverList, statement, type Statement, type Values } from '../database/statement.js';
import { EVENT_JOINS } from './event-visibility.js';
import type { Event } from './event.entity.js';
import { afterEvent, eventConditions, inEventOrder, type EventQuery } from './events.repository.js';
import { perQuery } from './per-query.js';

/**
 * Events of one user that an index has in the order of the list, and that the viewer can see nearly all of: those of
 * one audience in one project, or those on one subject that only the viewer sees, such as an own confidential issue.
 */
export interface EventSource {
  project_id: number;
  audience: number;
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

const sourcesIn = (order: Order) => {
  const head = (condition: string) => `(SELECT e.created_at FROM events e WHERE ${condition}
    AND e.created_at ${order === 'asc' ? '>=' : '<='} :key_time ${inEventOrder('e', order)} LIMIT 1)`;
  return statement<EventSource>(
    `SELECT * FROM (
       SELECT p.id AS project_id, g.audience, NULL AS subject_type, NULL AS subject_id,
         ${head('e.author_id = :user AND e.project_id = p.id AND e.audience = g.audience')} AS head
       FROM projects p ${JOIN_MEMBERSHIP} JOIN (${AUDIENCES}) g ON ${audienceVisible('g.audience')}
       WHERE p.id IN (:projects...) AND ${PROJECT_VISIBLE}
       UNION ALL
       SELECT s.project_id, s.audience, s.subject_type, s.subject_id,
         ${head(`e.subject_type = s.subject_type AND e.subject_id = s.subject_id
           AND e.audience = s.audience AND e.author_id = :user`)} AS head
       FROM (${GRANTS}) s
     ) sources WHERE head IS NOT NULL`,
  );
};
const SOURCES = { asc: sourcesIn('asc'), desc: sourcesIn('desc') };

const OF_PROJECT = 'e.author_id = :user AND e.project_id = :project AND e.audience = :audience';
const OF_SUBJECT = `e.subject_type = :subject_type AND e.subject_id = :subject_id AND e.audience = :audience
  AND e.author_id = :user`;

const statements = perQuery((order, filters: EventQuery['filters']) => {
  const visible = eventConditions(filters);
  const page = (source: string) =>
    statement<Position>(`SELECT e.id AS key_id, e.created_at AS key_time FROM events e ${EVENT_JOINS}
      WHERE ${source} AND ${visible} ${afterEvent(order)} ${inEventOrder('e', order)} LIMIT :limit`);
  /** STRAIGHT_JOIN: MariaDB could otherwise read all events of the user. */
  const count = (source: string, listed: string): Statement<{ total: number }> => ({
    ...statement(`SELECT COUNT(*) AS total FROM (SELECT 1 FROM events e ${EVENT_JOINS}
      WHERE ${source} AND ${listed} IN (:ids...) AND ${visible} LIMIT :limit) f`),
    onServer: statement(`SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${serverList('ids')}
      STRAIGHT_JOIN events e ON ${listed} = row_id ${EVENT_JOINS}
      WHERE ${source} AND ${visible} LIMIT :limit) f`),
  });
  return {
    ofProject: page(OF_PROJECT),
    ofSubject: page(OF_SUBJECT),
    countOfProjects: count('e.author_id = :user AND e.audience = :audience', 'e.project_id'),
    countOfSubjects: count(
      'e.author_id = :user AND e.audience = :audience AND e.subject_type = :subject_type',
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
  findSources(
    { order, values }: EventQuery,
    projects: readonly number[],
    key_time: number,
  ): Promise<EventSource[]> {
    const given = { ...values, projects: JSON.stringify(projects), key_time };
    return this.statements.rows(SOURCES[order], given);
  }

  /** The next visible events of a source. */
  findEvents(
    query: EventQuery,
    source: EventSource,
    position: Position,
    limit: number,
  ): Promise<Position[]> {
    const { ofProject, ofSubject } = statements(query);
    const values = { ...query.values, ...source, project: source.project_id, ...position, limit };
    return this.statements.rows(source.subject_type === null ? ofProject : ofSubject, values);
  }

  /** How many events these sources have, up to a limit. They differ only in their project, or only in their subject. */
  async countEvents(
    query: EventQuery,
    sources: readonly [EventSource, ...EventSource[]],
    limit: number,
  ): Promise<number> {
    const { countOfProjects, countOfSubjects } = statements(query);
    const [{ audience, subject_type }] = sources;
    const ids = sources.map(({ project_id, subject_id }) => subject_id ?? project_id);
    const given = { audience, subject_type, ids: JSON.stringify(ids), limit };
    const count = subject_type === null ? countOfProjects : countOfSubjects;
    return (await this.statements.row(count, { ...query.values, ...given }))?.total ?? 0;
  }
}
