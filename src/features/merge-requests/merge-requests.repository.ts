import type { Actor } from '../../core/auth/actor.js';
import { JOIN_MEMBERSHIP, MERGE_REQUEST_VISIBLE } from '../../core/auth/visibility.js';
import { Listing } from '../../database/listing.js';
import { statement } from '../../database/statement.js';
import type { Page } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import type { IssueFieldsRow } from '../issues/issue-fields.view.js';
import {
  isCounterBehind,
  issueFields,
  itemFilters,
  joinPeople,
  ownedItems,
  raiseCounter,
} from '../issues/issues.repository.js';
import {
  inProject,
  itemStatements,
  ProjectItemsRepository,
  visibleItem,
} from '../projects/project-items.repository.js';
import type { ProjectRef } from '../projects/project-ref.js';
import type { ListMergeRequestsParams } from './merge-request.dto.js';
import type { MergeRequest, MergeRequestState } from './merge-request.entity.js';

export interface MergeRequestRow extends IssueFieldsRow {
  state: MergeRequestState;
  source_branch: string;
  target_branch: string;
}

export interface VisibleMergeRequest extends MergeRequestRow {
  /** The viewer's access level in the project. */
  level: number;
}

/** The columns that a client can change. */
export type MergeRequestContent = Pick<
  MergeRequest,
  'title' | 'description' | 'targetBranch' | 'state' | 'assigneeId' | 'updatedAt'
>;

const TABLE = 'merge_requests mr';
const COLUMNS = `${issueFields('mr')}, mr.source_branch, mr.target_branch`;
const JOIN_PROJECT = 'JOIN projects p ON p.id = mr.project_id';

export const MERGE_REQUEST_ITEM = itemStatements(TABLE, MERGE_REQUEST_VISIBLE, 'mr.assignee_id');
const visibleMergeRequest = (key: 'id' | 'iid') =>
  visibleItem(TABLE, MERGE_REQUEST_VISIBLE, key)<VisibleMergeRequest>(COLUMNS, joinPeople('mr'));
const VISIBLE_MERGE_REQUEST = visibleMergeRequest('id');
const VISIBLE_MERGE_REQUEST_BY_IID = visibleMergeRequest('iid');

const MERGE_REQUESTS = new Listing<MergeRequestRow, 'opened' | 'closed' | 'merged' | 'iid'>({
  table: TABLE,
  filterJoins: `${JOIN_PROJECT} ${JOIN_MEMBERSHIP}`,
  where: `${inProject('mr')} AND ${MERGE_REQUEST_VISIBLE}`,
  filters: {
    opened: "mr.state IN ('opened', 'reopened')",
    closed: "mr.state = 'closed'",
    merged: "mr.state = 'merged'",
    iid: 'mr.iid = :iid',
  },
  joins: `${JOIN_PROJECT} ${joinPeople('mr')}`,
  columns: COLUMNS,
});

const CONTENT = statement<MergeRequestContent>(
  `SELECT title, description, target_branch AS targetBranch, state, assignee_id AS assigneeId,
     updated_at AS updatedAt
   FROM merge_requests WHERE id = :id AND deleted_at IS NULL`,
);

const RAISE_COUNTER = raiseCounter('merge_requests', 'merge_request_count');

export class MergeRequestsRepository extends ProjectItemsRepository<MergeRequest> {
  static readonly owned = ownedItems('merge_requests', 'MergeRequest');
  static readonly isCounterBehind = isCounterBehind('merge_requests', 'merge_request_count');

  protected readonly itemQueries = MERGE_REQUEST_ITEM;

  /** Makes the next iid one that was never given. */
  async raiseCounter(project: number): Promise<void> {
    await this.unit.write(RAISE_COUNTER, { project });
  }

  /** Null if the actor may not see the project or the merge request. */
  findMergeRequest(actor: Actor, ref: ProjectRef, id: number): Promise<VisibleMergeRequest | null> {
    return this.findVisible(VISIBLE_MERGE_REQUEST, actor, ref, id);
  }

  /** Null if the actor may not see the project or the merge request with this number in it. */
  findMergeRequestByIid(
    actor: Actor,
    ref: ProjectRef,
    iid: number,
  ): Promise<VisibleMergeRequest | null> {
    return this.findVisible(VISIBLE_MERGE_REQUEST_BY_IID, actor, ref, iid);
  }

  /** The merge requests of a project that the actor may see. */
  list(
    actor: Actor,
    project: number,
    params: ListMergeRequestsParams,
  ): Promise<Page<MergeRequestRow>> {
    const { state = 'all', sort = 'desc', order_by, iid } = params;
    const filters = itemFilters(state, iid);
    const values = { ...actor.viewer, project, iid: iid ?? 0 };
    return paginate(MERGE_REQUESTS.rows(this.database, sort, values, filters, order_by), params);
  }

  /** Returns the id of the new merge request. */
  add(mergeRequest: Omit<MergeRequest, 'id'>): Promise<number> {
    return this.insertRow(mergeRequest);
  }

  /** Locks the row until the unit ends. Null if the merge request is gone. */
  async lockContent(id: number): Promise<MergeRequestContent | null> {
    const [row] = await this.unit.lock(CONTENT, { id });
    return row ?? null;
  }
}
