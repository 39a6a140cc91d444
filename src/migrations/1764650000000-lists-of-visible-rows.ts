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
  ['snippets', 'snippets_open', 'project_id, visibility_level, created_at, id, deleted_at'],
  [
    ...(['snippets', 'snippets_authored'] as const),
    'author_id, project_id, created_at, id, visibility_level, deleted_at',
  ],
];

export class ListsOfVisibleRows1764650000000 implements MigrationInterface {
  name = 'ListsOfVisibleRows1764650000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const index of INDEXES) await schema.addIndex(...index);
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const [table, name] of INDEXES) await schema.dropIndex(table, name);
  }
}
