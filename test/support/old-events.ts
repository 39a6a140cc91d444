import type { DataSource } from 'typeorm';

/**
 * Adds events to a database whose newest migrations are pending. Every sixth id is missing. All are memberships, so the
 * migration sets their audience to 5.
 */
export async function addOldEvents(dataSource: DataSource, count: number): Promise<void> {
  await dataSource.query(
    `INSERT INTO users (username, username_key, email, name, state, admin, is_external, can_create_group,
       projects_limit, messenger, professional_network, microblog, website_url, theme_id, color_scheme_id,
       password_hash, token_digest, token_sealed, created_at)
     VALUES ('ada', 'ada', 'ada@example.com', 'Ada', 'active', 0, 0, 0, 0, '', '', '', '', 2, 1, '', 'digest', '', 0)`,
  );
  await dataSource.query(
    `INSERT INTO projects (name, path, path_key, visibility_level, owner_id, issue_count, merge_request_count,
       created_at, last_activity_at)
     VALUES ('forge', 'forge', 'forge', 20, 1, 0, 0, 0, 0)`,
  );
  const events = Array.from({ length: Math.ceil(count * 1.2) }, () => "(1, 1, 'joined', 0)");
  await dataSource.query(
    `INSERT INTO events (author_id, project_id, action, created_at) VALUES ${events.join()}`,
  );
  await dataSource.query('DELETE FROM events WHERE id % 6 = 0');
}
