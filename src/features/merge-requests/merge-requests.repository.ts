import { Level, Visibility } from '../../core/auth/levels.js';
import {
  NumberedItemsRepository,
  numberedItemStatements,
  ownedItems,
  type ItemRow,
  type VisibleItem,
} from '../numbered-items/numbered-items.repository.js';
import { MergeRequest } from './merge-request.entity.js';

export type MergeRequestRow = ItemRow<MergeRequest>;
export type VisibleMergeRequest = VisibleItem<MergeRequest>;

/** Merge request `mr` of a visible project. If that is private: for author, assignee, reporters and higher levels. */
export const MERGE_REQUEST_VISIBLE = `mr.deleted_at IS NULL AND (p.visibility_level <> ${Visibility.private} OR :viewer_admin = 1
  OR p.owner_id = :viewer OR mr.author_id = :viewer OR mr.assignee_id = :viewer
  OR m.access_level >= ${Level.reporter})`;

const MERGE_REQUESTS = numberedItemStatements({
  entity: MergeRequest,
  name: 'merge_requests',
  alias: 'mr',
  counter: 'merge_request_count',
  visible: MERGE_REQUEST_VISIBLE,
  filters: {
    opened: "mr.state IN ('opened', 'reopened')",
    closed: "mr.state = 'closed'",
    merged: "mr.state = 'merged'",
  },
});

// Exported for notes.
export const MERGE_REQUEST_ITEM = MERGE_REQUESTS.item;

export class MergeRequestsRepository extends NumberedItemsRepository<MergeRequest> {
  static readonly owned = ownedItems('merge_requests', 'MergeRequest');
  static readonly isCounterBehind = MERGE_REQUESTS.isCounterBehind;

  protected readonly queries = MERGE_REQUESTS;
}
