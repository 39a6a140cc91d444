/**
 * SQL conditions that decide who can see which rows. Single reads, lists, counts and events use the same conditions.
 * `Actor.viewer` has the values of their placeholders. Nobody sees rows that are being deleted (`deleted_at`).
 */

/** Levels of projects and snippets. */
export const Visibility = { private: 0, internal: 10, public: 20 } as const;

/** Access levels in a project. Members have `guest` to `master`, the project's owner has `owner`. */
export const Level = {
  none: 0,
  guest: 10,
  reporter: 20,
  developer: 30,
  master: 40,
  owner: 50,
  admin: 60,
} as const;

/** Anonymous viewer: no memberships, same visibility as an external user. */
export const ANONYMOUS = { viewer: 0, viewer_admin: false, viewer_external: true } as const;

/** Joins the viewer's membership in project `p` as `m`, which the conditions below need. */
export const JOIN_MEMBERSHIP =
  'LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = :viewer';

/** The viewer's access level in project `p`. */
export const LEVEL = `CASE WHEN :viewer_admin = 1 THEN ${Level.admin} WHEN p.owner_id = :viewer THEN ${Level.owner}
  ELSE COALESCE(m.access_level, 0) END`;

/** Joins the viewer as `v`, for `VIEWER_UNCHANGED`. */
export const JOIN_VIEWER = 'JOIN users v ON v.id = :viewer';

/** The viewer is active, and the values of `Actor.viewer` are still true. No token matches any token. */
export const VIEWER_UNCHANGED = `v.state = 'active' AND v.admin = :viewer_admin AND v.is_external = :viewer_external
  AND v.token_digest = COALESCE(:viewer_token, v.token_digest)`;

/** Project `p`: visible to members and the owner, if internal to users who are not external, if public to everyone. */
export const projectVisible = (isMember: string): string =>
  `p.deleted_at IS NULL AND (:viewer_admin = 1 OR p.owner_id = :viewer OR ${isMember}
  OR p.visibility_level = ${Visibility.public}
  OR (p.visibility_level = ${Visibility.internal} AND :viewer_external = 0))`;
export const PROJECT_VISIBLE = projectVisible('m.id IS NOT NULL');

/** Issue `i` of a visible project. If confidential: visible to author, assignee, reporters and higher levels. */
export const ISSUE_VISIBLE = `i.deleted_at IS NULL AND (i.confidential = 0 OR :viewer_admin = 1 OR p.owner_id = :viewer
  OR i.author_id = :viewer OR i.assignee_id = :viewer OR m.access_level >= ${Level.reporter})`;

/** Snippet `sn` of a visible project, by the snippet's own level. If private: visible to author and members. */
export const SNIPPET_VISIBLE = `sn.deleted_at IS NULL AND (:viewer_admin = 1 OR p.owner_id = :viewer OR sn.author_id = :viewer
  OR m.id IS NOT NULL OR sn.visibility_level = ${Visibility.public}
  OR (sn.visibility_level = ${Visibility.internal} AND :viewer_external = 0))`;

/** Merge request `mr` of a visible project. If that is private: for author, assignee, reporters and higher levels. */
export const MERGE_REQUEST_VISIBLE = `mr.deleted_at IS NULL AND (p.visibility_level <> ${Visibility.private} OR :viewer_admin = 1
  OR p.owner_id = :viewer OR mr.author_id = :viewer OR mr.assignee_id = :viewer
  OR m.access_level >= ${Level.reporter})`;
