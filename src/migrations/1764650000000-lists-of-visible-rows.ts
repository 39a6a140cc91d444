import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';

/** Columns of each index, by its table and its name. Lists read only rows that their viewer can see. */
const INDEXES: readonly [table: string, name: string, columns: string][] = [
  ['projects', 'projects_open', 'visibility_level, created_at, id, deleted_at'],
  ['projects', 'projects_owned', 'owner_id, created_at, id, visibility_level, deleted_at'],
  ['issues', 'issues_open_created', 'project_id, confidential, created_at, id, state, deleted_at'],
  ['issues', 'issues_open_updated', 'project_id, confidential, updated_at, id, state, deleted_at'],
  [
    ...(['issues', 'issues_authored'] as const),
    'author_id, project_id, confidential, created_at, id, state, deleted_at',
  ],
  [
    ...(['issues', 'issues_assigned'] as const),
    'assignee_id, project_id, confidential, created_at, id, author_id, state, deleted_at',
  ],
  [
    ...(['merge_requests', 'merge_requests_authored'] as const),
    'author_id, project_id, created_at, id, state, deleted_at',
  ],
  [
    ...(['merge_requests', 'merge_requests_assigned'] as const),
    'assignee_id, project_id, created_at, id, author_id, state, deleted_at',
  ],
  ['events', 'events_audience', 'author_id, project_id, audience, created_at, id'],
  [
    ...(['events', 'events_subject_audience'] as const),
    'subject_type, subject_id, audience, author_id, created_at, id',
  ],
  ['snippets', 'snippets_open', 'project_id, visibility_level, created_at, id, deleted_at'],
  [
    ...(['snippets', 'snippets_authored'] as const),
    'author_id, project_id, created_at, id, visibility_level, deleted_at',
  ],
];

/** A copy of `AUDIENCE` in src/auth/visibility.ts as it was then. */
const AUDIENCE = `CASE WHEN events.action IN ('joined', 'left') THEN 5
  WHEN events.subject_type = 'Issue' THEN COALESCE((SELECT CASE i.confidential WHEN 1 THEN 3 ELSE 0 END
    FROM issues i WHERE i.id = events.subject_id), 0)
  WHEN events.subject_type = 'Snippet' THEN COALESCE((SELECT CASE sn.visibility_level
    WHEN 0 THEN 2 WHEN 10 THEN 1 ELSE 0 END FROM snippets sn WHERE sn.id = events.subject_id), 0)
  WHEN events.subject_type = 'MergeRequest' THEN 4 ELSE 0 END`;

export class ListsOfVisibleRows1764650000000 implements MigrationInterface {
  name = 'ListsOfVisibleRows1764650000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    await schema.addColumn('events', 'audience', '{int} NOT NULL DEFAULT 0');
    await schema.setColumn('events', 'audience', AUDIENCE);
    for (const index of INDEXES) await schema.addIndex(...index);
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const [table, name] of INDEXES) await schema.dropIndex(table, name);
    await schema.dropColumn('events', 'audience');
  }
}
