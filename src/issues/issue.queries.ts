import { ISSUE_VISIBLE, JOIN_MEMBERSHIP, LEVEL, PROJECT_VISIBLE } from '../auth/visibility.js';
import { Listing } from '../http/listing.js';
import { issuableColumns, joinPeople, type IssuableRow } from '../issuables/issuable.queries.js';
import { forProject } from '../projects/project-ref.js';
import type { IssueState } from './issue.entity.js';

export interface IssueRow extends IssuableRow {
  state: IssueState;
  confidential: number;
}

/** An issue as somebody may see it, and what he is in its project. */
export interface SeenIssue extends IssueRow {
  level: number;
}

const COLUMNS = `${issuableColumns('i')}, i.confidential`;

export const ISSUE = forProject<SeenIssue>(
  (condition) => `SELECT ${COLUMNS}, ${LEVEL} AS level
    FROM issues i JOIN projects p ON p.id = i.project_id ${JOIN_MEMBERSHIP} ${joinPeople('i')}
    WHERE i.id = :issue AND ${condition} AND ${PROJECT_VISIBLE} AND ${ISSUE_VISIBLE}`,
);

export type IssueFilter = 'opened' | 'closed';

export const ISSUES = new Listing<IssueRow, IssueFilter>({
  table: 'issues i',
  filterJoins: `JOIN projects p ON p.id = i.project_id ${JOIN_MEMBERSHIP}`,
  where: `i.project_id = :project AND ${ISSUE_VISIBLE}`,
  filters: { opened: "i.state <> 'closed'", closed: "i.state = 'closed'" },
  joins: `JOIN projects p ON p.id = i.project_id ${joinPeople('i')}`,
  columns: COLUMNS,
});
