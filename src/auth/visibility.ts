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
export const PROJECT_VISIBLE = `p.deleted_at IS NULL AND (:viewer_admin = 1 OR p.owner_id = :viewer OR m.id IS NOT NULL
  OR p.visibility_level = ${Visibility.public}
  OR (p.visibility_level = ${Visibility.internal} AND :viewer_external = 0))`;

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

/*
 * The same rules for lists, as parts that each are one range of an index: a list does not read the rows that its viewer
 * cannot see. The parts of a list have no rows in common.
 */

/** The projects `p` that viewers without a membership see by their visibility level. */
export const OPEN_PROJECTS = [
  `p.deleted_at IS NULL AND p.visibility_level = ${Visibility.public}`,
  `p.deleted_at IS NULL AND p.visibility_level = ${Visibility.internal} AND :viewer_external = 0`,
] as const;

/** True for projects `p` that are not in `OPEN_PROJECTS`. */
export const PROJECT_CLOSED = `(p.visibility_level = ${Visibility.private}
  OR (p.visibility_level = ${Visibility.internal} AND :viewer_external = 1))`;

/** `ISSUE_VISIBLE` for viewers below reporter. */
export const ISSUES_BELOW_REPORTER = [
  'i.deleted_at IS NULL AND i.confidential = 0',
  'i.deleted_at IS NULL AND i.confidential = 1 AND i.author_id = :viewer',
  'i.deleted_at IS NULL AND i.confidential = 1 AND i.assignee_id = :viewer AND i.author_id <> :viewer',
] as const;

/** `MERGE_REQUEST_VISIBLE` for viewers below reporter in a private project. */
export const MERGE_REQUESTS_BELOW_REPORTER = [
  'mr.deleted_at IS NULL AND mr.author_id = :viewer',
  'mr.deleted_at IS NULL AND mr.assignee_id = :viewer AND mr.author_id <> :viewer',
] as const;

/** `SNIPPET_VISIBLE` for viewers who are not members. */
export const SNIPPETS_FOR_OTHERS = [
  `sn.deleted_at IS NULL AND sn.visibility_level = ${Visibility.public}`,
  `sn.deleted_at IS NULL AND sn.visibility_level = ${Visibility.internal} AND :viewer_external = 0`,
  `sn.deleted_at IS NULL AND sn.author_id = :viewer AND (sn.visibility_level = ${Visibility.private}
     OR (sn.visibility_level = ${Visibility.internal} AND :viewer_external = 1))`,
] as const;

/**
 * Who can see an event besides having to see its project, as a column of the event. `everyone` is always allowed,
 * except for merge requests: the conditions above decide, and the column only finds the rows. Any other value must be
 * true as long as it is stored.
 */
export const Audience = {
  everyone: 0,
  /** Events of internal snippets. */
  internal: 1,
  /** Events of private snippets. */
  members: 2,
  /** Events of confidential issues. */
  reporters: 3,
  /** All events of merge requests. In private projects, only reporters and up see them all. */
  mergeRequest: 4,
  /** `joined` and `left`, for the user and the members of the project. */
  membership: 5,
} as const;

/** True if the viewer sees all events of `:user` in project `p` with this audience. Never null. */
export const audienceVisible = (audience: string): string =>
  `(${audience} = ${Audience.everyone} OR :viewer_admin = 1 OR p.owner_id = :viewer
    OR COALESCE(m.access_level, 0) >= ${Level.reporter}
    OR (${audience} IN (${Audience.internal}, ${Audience.members}, ${Audience.membership}) AND m.id IS NOT NULL)
    OR (${audience} = ${Audience.membership} AND :user = :viewer)
    OR (${audience} = ${Audience.internal} AND :viewer_external = 0)
    OR (${audience} = ${Audience.mergeRequest} AND p.visibility_level <> ${Visibility.private}))`;

/** The audience of event `events`, from its subject. */
export const AUDIENCE = `CASE WHEN events.action IN ('joined', 'left') THEN ${Audience.membership}
  WHEN events.subject_type = 'Issue' THEN COALESCE((SELECT CASE i.confidential WHEN 1 THEN ${Audience.reporters}
    ELSE ${Audience.everyone} END FROM issues i WHERE i.id = events.subject_id), ${Audience.everyone})
  WHEN events.subject_type = 'Snippet' THEN COALESCE((SELECT CASE sn.visibility_level
    WHEN ${Visibility.private} THEN ${Audience.members} WHEN ${Visibility.internal} THEN ${Audience.internal}
    ELSE ${Audience.everyone} END FROM snippets sn WHERE sn.id = events.subject_id), ${Audience.everyone})
  WHEN events.subject_type = 'MergeRequest' THEN ${Audience.mergeRequest} ELSE ${Audience.everyone} END`;
