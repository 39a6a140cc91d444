import { IsNull } from 'typeorm';
import type { Actor } from '../../core/auth/actor.js';
import { Visibility } from '../../core/auth/levels.js';
import { nowOrLater } from '../../database/clock.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing, type ListingText } from '../../database/listing.js';
import { columns, type NewRow, type Row } from '../../database/rows.js';
import { statement } from '../../database/statement.js';
import { DELETED_AT, type OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { CLAIM_USER } from '../users/people.repository.js';
import { shownId } from '../users/users.repository.js';
import { Project } from './project.entity.js';
import { forProject } from './project-items.repository.js';
import type { ProjectRef } from './project-ref.js';
import { JOIN_MEMBERSHIP, LEVEL, PROJECT_VISIBLE, projectVisible } from './project-visibility.js';

const LEFT_OUT = ['pathKey', 'ownerId', 'issueCount', 'mergeRequestCount', 'deletedAt'] as const;

export type ProjectRow = Row<Omit<Project, (typeof LEFT_OUT)[number]>> & {
  owner_id: number;
  owner_name: string;
  owner_username: string;
  owner_state: string;
  owner_created_at: number;
};

export type VisibleProject = ProjectRow & {
  /** The viewer's access level. */
  level: number;
};

/** How many projects a user has and may have. */
export interface Quota {
  count: number;
  limit: number;
}

/** What decides who may do what in a project. */
export interface ProjectAccess {
  id: number;
  /** The viewer's access level. */
  level: number;
}

const COLUMNS = `${columns(Project, 'p', LEFT_OUT)},
  ${shownId('o')} AS owner_id, o.name AS owner_name, o.username AS owner_username, o.state AS owner_state,
  o.created_at AS owner_created_at`;
const JOIN_OWNER = 'JOIN users o ON o.id = p.owner_id';

const VISIBLE_PROJECT = forProject<VisibleProject>(
  (condition) => `SELECT ${COLUMNS}, ${LEVEL} AS level
    FROM projects p ${JOIN_OWNER} ${JOIN_MEMBERSHIP}
    WHERE ${condition} AND ${PROJECT_VISIBLE}`,
);

const ACCESS = forProject<ProjectAccess>(
  (condition) => `SELECT p.id, ${LEVEL} AS level FROM projects p ${JOIN_MEMBERSHIP}
    WHERE ${condition} AND ${PROJECT_VISIBLE}`,
);
const PROJECT = statement<{ id: number }>(
  'SELECT id FROM projects WHERE id = :project AND deleted_at IS NULL',
);

const listing = (rows: Pick<ListingText, 'source' | 'where'>) =>
  new Listing<ProjectRow>({ table: 'projects p', ...rows, joins: JOIN_OWNER, columns: COLUMNS });
const OWN_PROJECTS = listing({
  // Not a condition on all projects: the cost depends on how many the viewer has.
  source: `(SELECT q.id, q.created_at FROM projects q WHERE q.owner_id = :viewer AND q.deleted_at IS NULL
    UNION SELECT q.id, q.created_at FROM project_members m JOIN projects q ON q.id = m.project_id
    WHERE m.user_id = :viewer AND q.deleted_at IS NULL) p`,
  where: 'TRUE',
});
/** Not `PROJECT_VISIBLE`: its join would look up a membership in each of the projects that the viewer cannot see. */
const VISIBLE_PROJECTS = listing({
  where: projectVisible('p.id IN (SELECT project_id FROM project_members WHERE user_id = :viewer)'),
});
const PUBLIC_OF_OWNER = listing({
  where: `p.owner_id = :owner AND p.deleted_at IS NULL AND p.visibility_level = ${Visibility.public}`,
});
const ALL_PROJECTS = listing({ where: 'p.deleted_at IS NULL' });

const PROJECTS_LIMIT = statement<{ projects_limit: number }>(
  'SELECT projects_limit FROM users WHERE id = :owner',
);

const ACTIVITY = nowOrLater('last_activity_at');
const counter = (column: string, activity = ACTIVITY) => ({
  increment: statement(
    `UPDATE projects SET ${column} = ${column} + 1, last_activity_at = ${activity}
     WHERE id = :project AND deleted_at IS NULL`,
  ),
  read: statement<{ iid: number }>(`SELECT ${column} AS iid FROM projects WHERE id = :project`),
});
const COUNTERS = {
  Issue: counter('issue_count'),
  // Guests do not see the merge requests of a private project. The time would show them that there is a new one.
  MergeRequest: counter(
    'merge_request_count',
    `CASE WHEN visibility_level = ${Visibility.private} THEN last_activity_at ELSE ${ACTIVITY} END`,
  ),
};

/** Items that count from 1 in each project. */
export type NumberedItem = keyof typeof COUNTERS;

export class ProjectsRepository extends FeatureRepository<Project> {
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'projects',
      kind: 'Project',
      mark: DELETED_AT,
      of: { User: 'owner_id IN (:owners...)' },
      // Two users can have projects with the same path. The id keeps the paths unique in the ghost's namespace.
      handOver: `owner_id = :ghost,
        path = CONCAT(SUBSTR(path, 1, 235), '-', id), path_key = CONCAT(SUBSTR(path_key, 1, 235), '-', id)`,
    },
  ];

  /** Null if there is no such project or the actor may not see it. */
  findProject(actor: Actor, { by, values }: ProjectRef): Promise<VisibleProject | null> {
    return this.statements.row(VISIBLE_PROJECT[by], { ...actor.viewer, ...values });
  }

  /**
   * Null if there is no such project or the actor may not see it. In a unit of work, also keeps others from changing
   * the project and the actor's membership.
   */
  findAccess(actor: Actor, { by, values }: ProjectRef): Promise<ProjectAccess | null> {
    return this.deciding(ACCESS[by], { ...actor.viewer, ...values });
  }

  /** Locks the row until the unit ends. */
  async lockRow(project: number): Promise<void> {
    await this.unit.lock(PROJECT, { project });
  }

  /** Projects that the actor owns or is a member of, newest first. */
  listOwn(actor: Actor, params: PageParams): Promise<Page<ProjectRow>> {
    return paginate(OWN_PROJECTS.rows(this.database, 'desc', actor.viewer), params);
  }

  /** Newest first. */
  listVisible(actor: Actor, params: PageParams): Promise<Page<ProjectRow>> {
    return paginate(VISIBLE_PROJECTS.rows(this.database, 'desc', actor.viewer), params);
  }

  /** The public projects of a user, newest first. */
  listPublicOf(owner: number, params: PageParams): Promise<Page<ProjectRow>> {
    return paginate(PUBLIC_OF_OWNER.rows(this.database, 'desc', { owner }), params);
  }

  /** Newest first. */
  listAll(params: PageParams): Promise<Page<ProjectRow>> {
    return paginate(ALL_PROJECTS.rows(this.database, 'desc', {}), params);
  }

  /**
   * Returns the id of the new project.
   *
   * @throws UniqueViolation the owner has a project with this path
   */
  add(project: NewRow<Project>): Promise<number> {
    return this.insertRow(project);
  }

  /** How many projects the user has and may have. Locks the user's row until the unit ends. */
  async lockQuota(owner: number): Promise<Quota> {
    await this.unit.claim(CLAIM_USER, { id: owner });
    const [user] = await this.unit.lock(PROJECTS_LIMIT, { owner });
    return {
      count: await this.countBy({ ownerId: owner, deletedAt: IsNull() }),
      limit: user?.projects_limit ?? 0,
    };
  }

  /**
   * Returns the next `iid` for an issue or a merge request, or null if the project is gone. Locks the project's row
   * until the unit ends, so that no two items get the same one.
   *
   * @param activity the new `last_activity_at`, or null to leave it. Merge requests of private projects always leave it
   */
  async nextIid(
    kind: NumberedItem,
    project: number,
    activity: number | null,
  ): Promise<number | null> {
    const { increment, read } = COUNTERS[kind];
    // The statement never moves the time back, so the lowest one leaves it.
    const now = activity ?? Number.MIN_SAFE_INTEGER;
    if ((await this.unit.write(increment, { project, now })) === 0) return null;
    return (await this.unit.row(read, { project }))?.iid ?? null;
  }
}
