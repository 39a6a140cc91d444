/**
 * Who may see what, as conditions on rows: the same text decides single reads, lists, counts and events,
 * so that what one may not see is absent everywhere. The viewer's values are `Actor.viewer`.
 */

export const Visibility = { private: 0, internal: 10, public: 20 } as const;

/** Member levels; the owner of the namespace has the highest. */
export const Level = {
  none: 0,
  guest: 10,
  reporter: 20,
  developer: 30,
  master: 40,
  owner: 50,
  admin: 60,
} as const;

/** The viewer without a token: a member of nothing, and as little of the house as an external user. */
export const STRANGER = { viewer: 0, viewer_admin: false, viewer_external: true } as const;

/** Makes the viewer's membership of project `p` known to the conditions below, as `m`. */
export const JOIN_MEMBERSHIP =
  'LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = :viewer';

/** The viewer's level in project `p`. */
export const LEVEL = `CASE WHEN :viewer_admin = 1 THEN ${Level.admin} WHEN p.owner_id = :viewer THEN ${Level.owner}
  ELSE COALESCE(m.access_level, 0) END`;

/** Project `p`: members and the owner; internal: who is not external; public: everybody with a token. */
export const PROJECT_VISIBLE = `(:viewer_admin = 1 OR p.owner_id = :viewer OR m.id IS NOT NULL
  OR p.visibility_level = ${Visibility.public}
  OR (p.visibility_level = ${Visibility.internal} AND :viewer_external = 0))`;

/** Issue `i` of a project that is visible: confidential ones for author, assignee, reporter and up. */
export const ISSUE_VISIBLE = `(i.confidential = 0 OR :viewer_admin = 1 OR p.owner_id = :viewer
  OR i.author_id = :viewer OR i.assignee_id = :viewer OR m.access_level >= ${Level.reporter})`;

/** Snippet `sn` of a project that is visible, by its own level: private ones for author and members. */
export const SNIPPET_VISIBLE = `(:viewer_admin = 1 OR p.owner_id = :viewer OR sn.author_id = :viewer
  OR m.id IS NOT NULL OR sn.visibility_level = ${Visibility.public}
  OR (sn.visibility_level = ${Visibility.internal} AND :viewer_external = 0))`;

/** Merge request `mr` of a project that is visible: in private ones for author, assignee, reporter and up. */
export const MERGE_REQUEST_VISIBLE = `(p.visibility_level <> ${Visibility.private} OR :viewer_admin = 1
  OR p.owner_id = :viewer OR mr.author_id = :viewer OR mr.assignee_id = :viewer
  OR m.access_level >= ${Level.reporter})`;
