import type { Actor } from '../../core/auth/actor.js';
import { ISSUE_VISIBLE, JOIN_MEMBERSHIP } from '../../core/auth/visibility.js';
import { Listing } from '../../database/listing.js';
import { statement } from '../../database/statement.js';
import { DELETED_AT, type OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import {
  inProject,
  itemStatements,
  ProjectItemsRepository,
  visibleItem,
} from '../projects/project-items.repository.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { shownId } from '../users/users.repository.js';
import type { IssueFieldsRow } from './issue-fields.view.js';
import type { ListIssuesParams } from './issue.dto.js';
import type { Issue, IssueState } from './issue.entity.js';

export interface IssueRow extends IssueFieldsRow {
  state: IssueState;
  confidential: number;
}

export interface VisibleIssue extends IssueRow {
  /** The viewer's access level in the project. */
  level: number;
}

/** The columns that a client can change. */
export type IssueContent = Pick<
  Issue,
  'title' | 'description' | 'confidential' | 'state' | 'assigneeId' | 'updatedAt'
>;

/**
 * The columns of `IssueFieldsRow`, for issues or merge requests under this alias. They need
 * project `p` and the joins of `joinPeople`.
 */
export const issueFields = (alias: string): string => {
  const own = ['id', 'iid', 'project_id', 'title', 'description', 'state'];
  const more = ['created_at', 'updated_at'];
  return `${[...own, ...more].map((name) => `${alias}.${name}`).join(', ')},
    ${shownId('a')} AS author_id, a.name AS author_name, a.username AS author_username, a.state AS author_state,
    s.id AS assignee_id, s.name AS assignee_name, s.username AS assignee_username, s.state AS assignee_state,
    p.path AS project_path, o.username AS project_owner`;
};

export const joinPeople = (alias: string): string =>
  `JOIN users a ON a.id = ${alias}.author_id JOIN users o ON o.id = p.owner_id
   LEFT JOIN users s ON s.id = ${alias}.assignee_id AND s.ghost_id IS NULL`;

/** True of a project whose counter would give an iid a second time. */
export const isCounterBehind = (table: string, column: string): string =>
  `EXISTS (SELECT 1 FROM ${table} i WHERE i.project_id = t.id AND i.iid > t.${column})`;

export const raiseCounter = (table: string, column: string) =>
  statement(
    `UPDATE projects SET ${column} = (SELECT MAX(iid) FROM ${table} WHERE project_id = :project) WHERE id = :project`,
  );

/** Issues or merge requests of a deleted project, author or assignee. For an assignee, only the column is set to null. */
export const ownedItems = (table: string, kind: 'Issue' | 'MergeRequest'): OwnedRows[] => [
  {
    table,
    kind,
    mark: DELETED_AT,
    of: { Project: 'project_id IN (:owners...)', User: 'author_id IN (:owners...)' },
    handOver: 'author_id = :ghost',
  },
  { table, of: { User: 'assignee_id IN (:owners...)' }, change: 'assignee_id = NULL' },
];

/** The filters of a list of issues or merge requests. */
export const itemFilters = <State extends string>(
  state: State | 'all',
  iid?: number,
): (State | 'iid')[] => [
  ...(state === 'all' ? [] : [state]),
  ...(iid === undefined ? [] : (['iid'] as const)),
];

const COLUMNS = `${issueFields('i')}, i.confidential`;
const JOIN_PROJECT = 'JOIN projects p ON p.id = i.project_id';

// Exported for bench/limit.
export const ISSUE_ITEM = itemStatements('issues i', ISSUE_VISIBLE, 'i.assignee_id');

const visibleIssue = (key: 'id' | 'iid') =>
  visibleItem('issues i', ISSUE_VISIBLE, key)<VisibleIssue>(COLUMNS, joinPeople('i'));
const VISIBLE_ISSUE = visibleIssue('id');
const VISIBLE_ISSUE_BY_IID = visibleIssue('iid');
const ISSUE = statement<IssueRow>(
  `SELECT ${COLUMNS} FROM issues i ${JOIN_PROJECT} ${joinPeople('i')} WHERE i.id = :id`,
);

const ISSUES = new Listing<IssueRow, 'opened' | 'closed' | 'iid'>({
  table: 'issues i',
  filterJoins: `${JOIN_PROJECT} ${JOIN_MEMBERSHIP}`,
  where: `${inProject('i')} AND ${ISSUE_VISIBLE}`,
  filters: { opened: "i.state <> 'closed'", closed: "i.state = 'closed'", iid: 'i.iid = :iid' },
  joins: `${JOIN_PROJECT} ${joinPeople('i')}`,
  columns: COLUMNS,
});

const CONTENT = statement<Omit<IssueContent, 'confidential'> & { confidential: number }>(
  `SELECT title, description, confidential, state, assignee_id AS assigneeId, updated_at AS updatedAt
   FROM issues WHERE id = :id AND deleted_at IS NULL`,
);

const RAISE_COUNTER = raiseCounter('issues', 'issue_count');

export class IssuesRepository extends ProjectItemsRepository<Issue> {
  static readonly owned = ownedItems('issues', 'Issue');
  static readonly isCounterBehind = isCounterBehind('issues', 'issue_count');

  protected readonly itemQueries = ISSUE_ITEM;

  /** Makes the next iid one that was never given. */
  async raiseCounter(project: number): Promise<void> {
    await this.unit.write(RAISE_COUNTER, { project });
  }

  /** Null if the actor may not see the project or the issue. */
  findIssue(actor: Actor, ref: ProjectRef, id: number): Promise<VisibleIssue | null> {
    return this.findVisible(VISIBLE_ISSUE, actor, ref, id);
  }

  /** Null if the actor may not see the project or the issue with this number in it. */
  findIssueByIid(actor: Actor, ref: ProjectRef, iid: number): Promise<VisibleIssue | null> {
    return this.findVisible(VISIBLE_ISSUE_BY_IID, actor, ref, iid);
  }

  /** Reads an issue for a caller whose right to see it was checked before. Null if it is gone. */
  findRow(id: number): Promise<IssueRow | null> {
    return this.statements.row(ISSUE, { id });
  }

  /** The issues of a project that the actor may see. */
  list(actor: Actor, project: number, params: ListIssuesParams): Promise<Page<IssueRow>> {
    const { state = 'all', sort = 'desc', order_by, iid } = params;
    const filters = itemFilters(state, iid);
    const values = { ...actor.viewer, project, iid: iid ?? 0 };
    return paginate(ISSUES.rows(this.database, sort, values, filters, order_by), params);
  }

  /** Returns the id of the new issue. */
  add(issue: Omit<Issue, 'id'>): Promise<number> {
    return this.insertRow(issue);
  }

  /** Locks the row until the unit ends. Null if the issue is gone. */
  async lockContent(id: number): Promise<IssueContent | null> {
    const [row] = await this.unit.lock(CONTENT, { id });
    return row ? { ...row, confidential: row.confidential === 1 } : null;
  }
}
