import { JOIN_MEMBERSHIP, MERGE_REQUEST_VISIBLE } from '../auth/visibility.js';
import { Listing } from '../database/listing.js';
import { issuableColumns, joinPeople, type IssuableRow } from '../issuables/issuable.queries.js';
import { seenThing, type ThingAlone } from '../projects/seen-thing.js';
import type { MergeRequestState } from './merge-request.entity.js';

export interface MergeRequestRow extends IssuableRow {
  state: MergeRequestState;
  source_branch: string;
  target_branch: string;
}

/** A merge request as somebody may see it, and what he is in its project. */
export interface SeenMergeRequest extends MergeRequestRow {
  level: number;
}

const COLUMNS = `${issuableColumns('mr')}, mr.source_branch, mr.target_branch`;
const IN_PROJECT = 'JOIN projects p ON p.id = mr.project_id';

const seen = seenThing('merge_requests mr', MERGE_REQUEST_VISIBLE);

export const MERGE_REQUEST = seen<SeenMergeRequest>(COLUMNS, joinPeople('mr'));
/** Without all that only its own view shows. */
export const MERGE_REQUEST_ALONE = seen<ThingAlone>('mr.id, mr.project_id, mr.author_id');

export type MergeRequestFilter = 'opened' | 'closed' | 'merged';

export const MERGE_REQUESTS = new Listing<MergeRequestRow, MergeRequestFilter>({
  table: 'merge_requests mr',
  filterJoins: `${IN_PROJECT} ${JOIN_MEMBERSHIP}`,
  where: `mr.project_id = :project AND ${MERGE_REQUEST_VISIBLE}`,
  filters: {
    opened: "mr.state IN ('opened', 'reopened')",
    closed: "mr.state = 'closed'",
    merged: "mr.state = 'merged'",
  },
  joins: `${IN_PROJECT} ${joinPeople('mr')}`,
  columns: COLUMNS,
});
