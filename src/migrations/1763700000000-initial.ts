import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';

/** People, projects, issues, notes, awards and events. */
export class Initial1763700000000 implements MigrationInterface {
  name = 'Initial1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    await schema.createTable(
      'users',
      `{id},
       username {varchar:255} NOT NULL,
       username_key {varchar:255} NOT NULL,
       email {varchar:255} NOT NULL,
       name {varchar:255} NOT NULL,
       state {varchar:20} NOT NULL,
       password_hash {varchar:255} NOT NULL,
       token_digest {varchar:64} NOT NULL,
       token_sealed {varchar:512} NOT NULL,
       admin {boolean} NOT NULL,
       external {boolean} NOT NULL,
       can_create_group {boolean} NOT NULL,
       projects_limit {int} NOT NULL,
       bio {varchar:255},
       location {varchar:255},
       organization {varchar:255},
       messenger {varchar:255} NOT NULL,
       professional_network {varchar:255} NOT NULL,
       microblog {varchar:255} NOT NULL,
       website_url {varchar:255} NOT NULL,
       theme_id {int} NOT NULL,
       color_scheme_id {int} NOT NULL,
       current_sign_in_at {bigint},
       last_sign_in_at {bigint},
       confirmed_at {bigint},
       confirmation_digest {varchar:64},
       created_by_id {bigint},
       created_at {bigint} NOT NULL`,
    );
    await schema.createIndex('INDEX', 'users_created', 'users', 'created_at, id, state, external');
    await schema.createIndex('INDEX', 'users_admin', 'users', 'admin, state');
    await schema.createIndex('UNIQUE INDEX', 'users_token', 'users', 'token_digest');
    await schema.createIndex('UNIQUE INDEX', 'users_username', 'users', 'username_key');
    await schema.createTable(
      'identities',
      `{id},
       user_id {bigint} NOT NULL,
       provider {varchar:255} NOT NULL,
       extern_uid {varchar:255} NOT NULL,
       {reference:identities_user_fk:user_id:users}`,
    );
    await schema.createIndex('INDEX', 'identities_user', 'identities', 'user_id');
    await schema.createIndex(
      'UNIQUE INDEX',
      'identities_account',
      'identities',
      'provider, extern_uid',
    );
    await schema.createTable(
      'emails',
      `{id},
       user_id {bigint} NOT NULL,
       email {varchar:255} NOT NULL,
       is_primary {boolean} NOT NULL,
       created_at {bigint} NOT NULL,
       {reference:emails_user_fk:user_id:users}`,
    );
    await schema.createIndex('INDEX', 'emails_user', 'emails', 'user_id, created_at, id');
    await schema.createIndex('UNIQUE INDEX', 'emails_address', 'emails', 'email');
    await schema.createTable(
      'projects',
      `{id},
       name {varchar:255} NOT NULL,
       path {varchar:255} NOT NULL,
       path_key {varchar:255} NOT NULL,
       description {text},
       visibility_level {int} NOT NULL,
       owner_id {bigint} NOT NULL,
       issue_count {int} NOT NULL,
       merge_request_count {int} NOT NULL,
       created_at {bigint} NOT NULL,
       last_activity_at {bigint} NOT NULL,
       {reference:projects_owner_fk:owner_id:users}`,
    );
    await schema.createIndex('INDEX', 'projects_created', 'projects', 'created_at, id');
    await schema.createIndex('UNIQUE INDEX', 'projects_path', 'projects', 'owner_id, path_key');
    await schema.createTable(
      'project_members',
      `{id},
       project_id {bigint} NOT NULL,
       user_id {bigint} NOT NULL,
       access_level {int} NOT NULL,
       created_at {bigint} NOT NULL,
       {reference:project_members_project_fk:project_id:projects},
       {reference:project_members_user_fk:user_id:users}`,
    );
    await schema.createIndex(
      'INDEX',
      'project_members_created',
      'project_members',
      'project_id, created_at, id',
    );
    await schema.createIndex('INDEX', 'project_members_projects', 'project_members', 'user_id');
    await schema.createIndex(
      'UNIQUE INDEX',
      'project_members_user',
      'project_members',
      'project_id, user_id',
    );
    await schema.createTable(
      'issues',
      `{id},
       iid {int} NOT NULL,
       project_id {bigint} NOT NULL,
       title {varchar:255} NOT NULL,
       description {text},
       author_id {bigint} NOT NULL,
       assignee_id {bigint},
       confidential {boolean} NOT NULL,
       state {varchar:20} NOT NULL,
       created_at {bigint} NOT NULL,
       updated_at {bigint} NOT NULL,
       {reference:issues_project_fk:project_id:projects},
       {reference:issues_author_fk:author_id:users},
       {reference:issues_assignee_fk:assignee_id:users}`,
    );
    await schema.createIndex('INDEX', 'issues_assignee', 'issues', 'assignee_id');
    await schema.createIndex('INDEX', 'issues_author', 'issues', 'author_id');
    await schema.createIndex(
      'INDEX',
      'issues_created',
      'issues',
      'project_id, created_at, id, confidential, author_id, assignee_id, state',
    );
    await schema.createIndex('UNIQUE INDEX', 'issues_iid', 'issues', 'project_id, iid');
    await schema.createTable(
      'notes',
      `{id},
       noteable_type {varchar:20} NOT NULL,
       noteable_id {bigint} NOT NULL,
       project_id {bigint} NOT NULL,
       author_id {bigint} NOT NULL,
       body {text} NOT NULL,
       is_system {boolean} NOT NULL,
       created_at {bigint} NOT NULL,
       updated_at {bigint} NOT NULL,
       {reference:notes_project_fk:project_id:projects},
       {reference:notes_author_fk:author_id:users}`,
    );
    await schema.createIndex('INDEX', 'notes_project', 'notes', 'project_id');
    await schema.createIndex('INDEX', 'notes_author', 'notes', 'author_id');
    await schema.createIndex(
      'INDEX',
      'notes_noteable',
      'notes',
      'noteable_type, noteable_id, created_at, id',
    );
    await schema.createTable(
      'award_emoji',
      `{id},
       name {varchar:100} NOT NULL,
       user_id {bigint} NOT NULL,
       awardable_type {varchar:20} NOT NULL,
       awardable_id {bigint} NOT NULL,
       created_at {bigint} NOT NULL,
       updated_at {bigint} NOT NULL,
       {reference:award_emoji_user_fk:user_id:users}`,
    );
    await schema.createIndex('INDEX', 'award_emoji_user', 'award_emoji', 'user_id');
    await schema.createIndex(
      'INDEX',
      'award_emoji_created',
      'award_emoji',
      'awardable_type, awardable_id, created_at, id',
    );
    await schema.createIndex(
      'UNIQUE INDEX',
      'award_emoji_once',
      'award_emoji',
      'awardable_type, awardable_id, user_id, name',
    );
    await schema.createTable(
      'events',
      `{id},
       author_id {bigint} NOT NULL,
       project_id {bigint} NOT NULL,
       action {varchar:20} NOT NULL,
       subject_type {varchar:20},
       subject_id {bigint},
       note_id {bigint},
       data {text},
       created_at {bigint} NOT NULL,
       {reference:events_author_fk:author_id:users},
       {reference:events_project_fk:project_id:projects}`,
    );
    await schema.createIndex('INDEX', 'events_note', 'events', 'note_id');
    await schema.createIndex('INDEX', 'events_subject', 'events', 'subject_type, subject_id');
    await schema.createIndex('INDEX', 'events_project', 'events', 'project_id');
    await schema.createIndex(
      'INDEX',
      'events_created',
      'events',
      'author_id, created_at, id, project_id, subject_type, subject_id, note_id, action',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const table of [
      'events',
      'award_emoji',
      'notes',
      'issues',
      'project_members',
      'projects',
      'emails',
      'identities',
      'users',
    ]) {
      await schema.dropTable(table);
    }
  }
}
