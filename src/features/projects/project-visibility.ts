import { Level, Visibility } from '../../core/auth/levels.js';

// `Actor.viewer` has the values of the placeholders. Single reads, lists, counts and events use the same conditions.

/** Joins the viewer's membership in project `p` as `m`, which the conditions of projects and their items need. */
export const JOIN_MEMBERSHIP =
  'LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = :viewer';

/** The viewer's access level in project `p`. */
export const LEVEL = `CASE WHEN :viewer_admin = 1 THEN ${Level.admin} WHEN p.owner_id = :viewer THEN ${Level.owner}
  ELSE COALESCE(m.access_level, 0) END`;

/** Project `p`: visible to members and the owner, if internal to users who are not external, if public to everyone. */
export const projectVisible = (isMember: string): string =>
  `p.deleted_at IS NULL AND (:viewer_admin = 1 OR p.owner_id = :viewer OR ${isMember}
  OR p.visibility_level = ${Visibility.public}
  OR (p.visibility_level = ${Visibility.internal} AND :viewer_external = 0))`;
export const PROJECT_VISIBLE = projectVisible('m.id IS NOT NULL');
