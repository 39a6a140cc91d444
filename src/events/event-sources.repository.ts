import {
  audienceVisible,
  Audience,
  JOIN_MEMBERSHIP,
  PROJECT_VISIBLE,
  Visibility,
} from '../auth/visibility.js';
import { FeatureRepository } from '../database/feature-repository.js';
import type { Order, Position } from '../database/listing.js';
import { serverList, statement, type Statement } from '../database/statement.js';
import type { Event } from './event.entity.js';
import {
  afterEvent,
  EVENT_JOINS,
  eventConditions,
  inEventOrder,
  type EventQuery,
} from './events.repository.js';
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

/** SQLite jumps through this many projects in one statement. */
const PROJECTS_PER_STATEMENT = 500;

/**
 * The next projects in which the user has events, found by jumping from one to the next in the index. MariaDB reads all
 * events of the user for a subquery that depends on the row before, and often for GROUP BY, so it gets one jump at a
 * time.
 */
const NEXT_PROJECTS: Statement<{ id: number }> = {
  ...statement(
    `WITH RECURSIVE contributed (id, n) AS (
       SELECT (SELECT e.project_id FROM events e WHERE e.author_id = :user AND e.project_id > :after
         ORDER BY e.project_id LIMIT 1), 1
       UNION ALL
       SELECT (SELECT e.project_id FROM events e WHERE e.author_id = :user AND e.project_id > c.id
         ORDER BY e.project_id LIMIT 1), c.n + 1
       FROM contributed c WHERE c.id IS NOT NULL AND c.n < ${PROJECTS_PER_STATEMENT}
     ) SELECT id FROM contributed WHERE id IS NOT NULL ORDER BY id`,
  ),
  onServer: statement(
    `SELECT project_id AS id FROM events FORCE INDEX (events_audience)
     WHERE author_id = :user AND project_id > :after
     ORDER BY author_id, project_id, audience, created_at, id LIMIT 1`,
  ),
};
const REMAINING_PROJECTS = statement<{ id: number }>(
  `SELECT project_id AS id FROM events WHERE author_id = :user AND project_id > :after
   GROUP BY author_id, project_id ORDER BY author_id, project_id`,
);

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
  /** The next projects in which the user has events, by id, whoever can see them. None after the last one. */
  async findNextProjects(user: number, after: number): Promise<number[]> {
    return idsOf(await this.statements.rows(NEXT_PROJECTS, { user, after }));
  }

  /** Like `findNextProjects`, all of them at once. It may read all events of the user. */
  async findRemainingProjects(user: number, after: number): Promise<number[]> {
    return idsOf(await this.statements.rows(REMAINING_PROJECTS, { user, after }));
  }

  /** The sources in these projects with events at or after a time. */
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

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
