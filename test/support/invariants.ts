import type { Forge } from './app.js';
import { orphans, sql } from './internals.js';

/** Each query returns the rows that break a rule. */
const BROKEN: Record<string, string> = {
  'one user per shown name and address': `SELECT username, email, COUNT(*) AS users FROM users
    WHERE ghost_id IS NULL GROUP BY username, email HAVING COUNT(*) > 1`,
  'each user has their name and primary address': `SELECT u.id FROM users u
    LEFT JOIN emails e ON e.user_id = u.id AND e.is_primary = 1
    WHERE u.username_key <> 'ghost' AND (e.id IS NULL
      OR (u.ghost_id IS NULL AND (COALESCE(e.shown_email, e.email) <> u.email
        OR u.username_key <> LOWER(u.username))))`,
  'one primary address per user': `SELECT user_id FROM emails WHERE is_primary = 1
    GROUP BY user_id HAVING COUNT(*) > 1`,
  'each unfinished deletion has its marked root': `SELECT * FROM deletions d
    WHERE (kind = 'User' AND root_id NOT IN (SELECT id FROM users WHERE ghost_id IS NOT NULL))
    OR (kind = 'Project' AND root_id NOT IN (SELECT id FROM projects WHERE deleted_at IS NOT NULL))
    OR (kind = 'Issue' AND root_id NOT IN (SELECT id FROM issues WHERE deleted_at IS NOT NULL))
    OR (kind = 'Snippet' AND root_id NOT IN (SELECT id FROM snippets WHERE deleted_at IS NOT NULL))
    OR (kind = 'MergeRequest'
      AND root_id NOT IN (SELECT id FROM merge_requests WHERE deleted_at IS NOT NULL))`,
  'each marked root has its unfinished deletion': `SELECT kind, id FROM (
      SELECT 'User' AS kind, id FROM users WHERE ghost_id IS NOT NULL
      UNION ALL SELECT 'Project', id FROM projects WHERE deleted_at IS NOT NULL
      UNION ALL SELECT 'Issue', id FROM issues WHERE deleted_at IS NOT NULL
      UNION ALL SELECT 'Snippet', id FROM snippets WHERE deleted_at IS NOT NULL
      UNION ALL SELECT 'MergeRequest', id FROM merge_requests WHERE deleted_at IS NOT NULL
    ) marked
    WHERE NOT EXISTS (SELECT 1 FROM deletions d WHERE d.kind = marked.kind AND d.root_id = marked.id)`,
};

/** The events of a deleted user go, their notes stay with the ghost. */
const NOTES_WITHOUT_EVENT = `SELECT n.id FROM notes n JOIN users a ON a.id = n.author_id
  WHERE n.is_system = 0 AND a.username_key <> 'ghost'
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.note_id = n.id)`;

/**
 * Rows that must not exist, by the rule they break. While a deletion is unfinished, notes may be without their event.
 */
export async function brokenRules(forge: Forge): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = { 'each row has its owner': await orphans(forge) };
  for (const [rule, query] of Object.entries(BROKEN)) found[rule] = await sql(forge, query);
  const unfinished = await sql(forge, 'SELECT id FROM deletions');
  if (unfinished.length === 0)
    found['each note has its event'] = await sql(forge, NOTES_WITHOUT_EVENT);
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0));
}
