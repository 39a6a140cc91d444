import {
  ISSUE_VISIBLE,
  JOIN_MEMBERSHIP,
  MERGE_REQUEST_VISIBLE,
  PROJECT_VISIBLE,
  SNIPPET_VISIBLE,
} from '../auth/visibility.js';

/** Joins the subject of event `e` as `i`, `sn` or `mr`. */
export const JOIN_SUBJECTS = `LEFT JOIN issues i ON e.subject_type = 'Issue' AND i.id = e.subject_id
  LEFT JOIN snippets sn ON e.subject_type = 'Snippet' AND sn.id = e.subject_id
  LEFT JOIN merge_requests mr ON e.subject_type = 'MergeRequest' AND mr.id = e.subject_id`;

/**
 * True if the viewer may see project `p` of an event, and its subject. Memberships are visible only to the member and
 * within the project: anybody can add anybody to a project of theirs.
 */
export const EVENT_VISIBLE = `${PROJECT_VISIBLE} AND (e.action NOT IN ('joined', 'left') OR e.author_id = :viewer
  OR :viewer_admin = 1 OR p.owner_id = :viewer OR m.id IS NOT NULL) AND (e.subject_type IS NULL
  OR (i.id IS NOT NULL AND ${ISSUE_VISIBLE}) OR (sn.id IS NOT NULL AND ${SNIPPET_VISIBLE})
  OR (mr.id IS NOT NULL AND ${MERGE_REQUEST_VISIBLE}))`;

/** Joins what decides who may see event `e`. Left joins, so that MariaDB does not start with another table. */
export const EVENT_JOINS = `LEFT JOIN projects p ON p.id = e.project_id ${JOIN_MEMBERSHIP} ${JOIN_SUBJECTS}`;
