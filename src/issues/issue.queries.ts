import { ISSUE_VISIBLE, JOIN_MEMBERSHIP } from '../auth/visibility.js';
import { Listing } from '../database/listing.js';
import { issuableColumns, joinPeople, type IssuableRow } from '../issuables/issuable.queries.js';
import { seenThing, type ThingAlone } from '../projects/seen-thing.js';
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

const seen = seenThing('issues i', ISSUE_VISIBLE);

export const ISSUE = seen<SeenIssue>(COLUMNS, joinPeople('i'));
/** Without all that only its own view shows. */
export const ISSUE_ALONE = seen<ThingAlone>('i.id, i.project_id, i.author_id');

export type IssueFilter = 'opened' | 'closed';

export const ISSUES = new Listing<IssueRow, IssueFilter>({
  table: 'issues i',
  filterJoins: `JOIN projects p ON p.id = i.project_id ${JOIN_MEMBERSHIP}`,
  where: `i.project_id = :project AND ${ISSUE_VISIBLE}`,
  filters: { opened: "i.state <> 'closed'", closed: "i.state = 'closed'" },
  joins: `JOIN projects p ON p.id = i.project_id ${joinPeople('i')}`,
  columns: COLUMNS,
});
