import { Level } from '../../core/auth/levels.js';
import {
  NumberedItemsRepository,
  numberedItemStatements,
  ownedItems,
  type ItemRow,
  type VisibleItem,
} from '../numbered-items/numbered-items.repository.js';
import { Issue } from './issue.entity.js';

export type IssueRow = ItemRow<Issue>;
export type VisibleIssue = VisibleItem<Issue>;

/** Issue `i` of a visible project. If confidential: visible to author, assignee, reporters and higher levels. */
export const ISSUE_VISIBLE = `i.deleted_at IS NULL AND (i.confidential = 0 OR :viewer_admin = 1 OR p.owner_id = :viewer
  OR i.author_id = :viewer OR i.assignee_id = :viewer OR m.access_level >= ${Level.reporter})`;

const ISSUES = numberedItemStatements({
  entity: Issue,
  name: 'issues',
  alias: 'i',
  counter: 'issue_count',
  visible: ISSUE_VISIBLE,
  filters: { opened: "i.state <> 'closed'", closed: "i.state = 'closed'" },
});

// Exported for notes and bench/limit.
export const ISSUE_ITEM = ISSUES.item;

export class IssuesRepository extends NumberedItemsRepository<Issue> {
  static readonly owned = ownedItems('issues', 'Issue');
  static readonly isCounterBehind = ISSUES.isCounterBehind;

  protected readonly queries = ISSUES;

  /** Reads an issue for a caller whose right to see it was checked before. Null if it is gone. */
  findRow(id: number): Promise<IssueRow | null> {
    return this.statements.row(ISSUES.row, { id });
  }
}
