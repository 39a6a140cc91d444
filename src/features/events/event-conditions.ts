import type { ListingText } from '../../database/listing.js';
import { ISSUE_VISIBLE } from '../issues/issues.repository.js';
import { MERGE_REQUEST_VISIBLE } from '../merge-requests/merge-requests.repository.js';
import { JOIN_MEMBERSHIP, PROJECT_VISIBLE } from '../projects/project-visibility.js';
import { SNIPPET_VISIBLE } from '../snippets/snippets.repository.js';

/** Joins the subject of event `e` as `i`, `sn` or `mr`. */
export const JOIN_SUBJECTS = `LEFT JOIN issues i ON e.subject_type = 'Issue' AND i.id = e.subject_id
  LEFT JOIN snippets sn ON e.subject_type = 'Snippet' AND sn.id = e.subject_id
  LEFT JOIN merge_requests mr ON e.subject_type = 'MergeRequest' AND mr.id = e.subject_id`;

/**
 * True if the viewer may see project `p` of an event, and its subject. Memberships are visible only to the member and
 * within the project: anybody can add anybody to a project of theirs.
 */
const EVENT_VISIBLE = `${PROJECT_VISIBLE} AND (e.action NOT IN ('joined', 'left') OR e.author_id = :viewer
  OR :viewer_admin = 1 OR p.owner_id = :viewer OR m.id IS NOT NULL) AND (e.subject_type IS NULL
  OR (i.id IS NOT NULL AND ${ISSUE_VISIBLE}) OR (sn.id IS NOT NULL AND ${SNIPPET_VISIBLE})
  OR (mr.id IS NOT NULL AND ${MERGE_REQUEST_VISIBLE}))`;

/** Conditions that a request may add, on event `e`: one on the action, and one for each type of target. */
const FILTERS = {
  action: 'e.action = :action',
  Issue: "e.subject_type = 'Issue' AND e.note_id IS NULL",
  MergeRequest: "e.subject_type = 'MergeRequest' AND e.note_id IS NULL",
  Note: 'e.note_id IS NOT NULL',
};

/** `before` and `from` of a list of all days. */
export const ALL_DAYS = { before: Number.MAX_SAFE_INTEGER, from: Number.MIN_SAFE_INTEGER } as const;

/** The events of `:user` on the days from `:from` until before `:before` that the viewer may see. */
export const EVENT_LIST = {
  table: 'events e',
  window: {
    range: 'e.author_id = :user AND e.created_at >= :from AND e.created_at < :before',
    // The hint is for MySQL: with old statistics, it would sort all events of the user.
    columns: `/*+ INDEX(e events_created) */ e.id, e.created_at, e.author_id, e.project_id, e.subject_type,
      e.subject_id, e.note_id, e.action`,
    size: 50_000,
  },
  // Left joins, so that the engines start with the events.
  filterJoins: `LEFT JOIN projects p ON p.id = e.project_id ${JOIN_MEMBERSHIP} ${JOIN_SUBJECTS}`,
  where: EVENT_VISIBLE,
  filters: FILTERS,
} satisfies Omit<ListingText, 'columns'>;
