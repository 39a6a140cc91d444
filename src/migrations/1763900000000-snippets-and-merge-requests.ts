import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';

/** Snippets and merge requests. */
export class SnippetsAndMergeRequests1763900000000 implements MigrationInterface {
  name = 'SnippetsAndMergeRequests1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    await schema.createTable(
      'snippets',
      `{id},
       project_id {bigint} NOT NULL,
       title {varchar:255} NOT NULL,
       file_name {varchar:255} NOT NULL,
       code {text} NOT NULL,
       author_id {bigint} NOT NULL,
       visibility_level {int} NOT NULL,
       created_at {bigint} NOT NULL,
       updated_at {bigint} NOT NULL,
       {reference:snippets_project_fk:project_id:projects},
       {reference:snippets_author_fk:author_id:users}`,
    );
    await schema.createIndex('INDEX', 'snippets_author', 'snippets', 'author_id');
    await schema.createIndex(
      'INDEX',
      'snippets_created',
      'snippets',
      'project_id, created_at, id, visibility_level, author_id',
    );
    await schema.createTable(
      'merge_requests',
      `{id},
       iid {int} NOT NULL,
       project_id {bigint} NOT NULL,
       title {varchar:255} NOT NULL,
       description {text},
       source_branch {varchar:255} NOT NULL,
       target_branch {varchar:255} NOT NULL,
       author_id {bigint} NOT NULL,
       assignee_id {bigint},
       state {varchar:20} NOT NULL,
       created_at {bigint} NOT NULL,
       updated_at {bigint} NOT NULL,
       {reference:merge_requests_project_fk:project_id:projects},
       {reference:merge_requests_author_fk:author_id:users},
       {reference:merge_requests_assignee_fk:assignee_id:users}`,
    );
    for (const [kind, name, columns] of [
      ['INDEX', 'merge_requests_assignee', 'assignee_id'],
      ['INDEX', 'merge_requests_author', 'author_id'],
      [
        'INDEX',
        'merge_requests_created',
        'project_id, created_at, id, author_id, assignee_id, state',
      ],
      ['UNIQUE INDEX', 'merge_requests_iid', 'project_id, iid'],
    ] as const) {
      await schema.createIndex(kind, name, 'merge_requests', columns);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    await schema.dropTable('merge_requests');
    await schema.dropTable('snippets');
  }
}
