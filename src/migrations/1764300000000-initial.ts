import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect, type Table } from './dialect.js';

/** A table refers only to tables above it. */
const TABLES: readonly Table[] = [
  {
    name: 'commit_witnesses',
    columns: `
      {id},
      token {varchar:16} NOT NULL`,
    indexes: {},
  },
  {
    name: 'users',
    columns: `
      {id},
      username {varchar:255} NOT NULL,
      username_key {varchar:255} NOT NULL,
      email {varchar:255} NOT NULL,
      name {varchar:255} NOT NULL,
      state {varchar:20} NOT NULL,
      password_hash {varchar:255} NOT NULL,
      token_digest {varchar:64} NOT NULL,
      token_sealed {varchar:512} NOT NULL,
      admin {boolean} NOT NULL,
      is_external {boolean} NOT NULL,
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
      created_at {bigint} NOT NULL,
      ghost_id {bigint}`,
    indexes: {
      users_listed: 'created_at, id, state, is_external, username_key, ghost_id',
      users_admin: 'admin, state',
    },
    uniqueIndexes: {
      users_token: 'token_digest',
      users_username: 'username_key',
    },
  },
  {
    name: 'identities',
    columns: `
      {id},
      user_id {bigint} NOT NULL,
      provider {varchar:255} NOT NULL,
      extern_uid {varchar:512} NOT NULL,
      unique_id {varchar:255},
      login {varchar:255},
      checked_at {bigint},
      {reference:identities_user_fk:user_id:users}`,
    indexes: { identities_user: 'user_id, provider' },
    uniqueIndexes: {
      identities_account: 'provider, extern_uid',
      identities_entry: 'provider, unique_id',
    },
  },
  {
    name: 'emails',
    columns: `
      {id},
      user_id {bigint} NOT NULL,
      email {varchar:255} NOT NULL,
      is_primary {boolean} NOT NULL,
      created_at {bigint} NOT NULL,
      {reference:emails_user_fk:user_id:users}`,
    indexes: { emails_user: 'user_id, created_at, id' },
    uniqueIndexes: { emails_address: 'email' },
  },
  {
    name: 'user_terms',
    columns: `
      {id},
      user_id {bigint} NOT NULL,
      email_id {bigint} NOT NULL,
      is_address {boolean} NOT NULL,
      term {varchar:255} NOT NULL,
      repeats {int} NOT NULL,
      user_created_at {bigint} NOT NULL,
      {reference:user_terms_user_fk:user_id:users}`,
    indexes: {
      user_terms_term: 'is_address, term, user_id, user_created_at, repeats',
      user_terms_user: 'user_id, email_id',
    },
  },
  {
    name: 'ssh_keys',
    columns: `
      {id},
      user_id {bigint} NOT NULL,
      title {varchar:255} NOT NULL,
      key_text {text} NOT NULL,
      fingerprint_md5 {varchar:64} NOT NULL,
      fingerprint_sha256 {varchar:64} NOT NULL,
      created_at {bigint} NOT NULL,
      {reference:ssh_keys_user_fk:user_id:users}`,
    indexes: {
      ssh_keys_user: 'user_id, created_at, id',
      ssh_keys_md5: 'fingerprint_md5',
    },
    uniqueIndexes: { ssh_keys_fingerprint: 'fingerprint_sha256' },
  },
  {
    name: 'projects',
    columns: `
      {id},
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
      deleted_at {bigint},
      {reference:projects_owner_fk:owner_id:users}`,
    indexes: { projects_created: 'created_at, id, owner_id, deleted_at' },
    uniqueIndexes: { projects_path: 'owner_id, path_key' },
  },
  {
    name: 'project_members',
    columns: `
      {id},
      project_id {bigint} NOT NULL,
      user_id {bigint} NOT NULL,
      access_level {int} NOT NULL,
      created_at {bigint} NOT NULL,
      {reference:project_members_project_fk:project_id:projects},
      {reference:project_members_user_fk:user_id:users}`,
    indexes: {
      project_members_created: 'project_id, created_at, id',
      project_members_projects: 'user_id',
    },
    uniqueIndexes: { project_members_user: 'project_id, user_id' },
  },
  {
    name: 'issues',
    columns: `
      {id},
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
      deleted_at {bigint},
      {reference:issues_project_fk:project_id:projects},
      {reference:issues_author_fk:author_id:users},
      {reference:issues_assignee_fk:assignee_id:users}`,
    indexes: {
      issues_assignee: 'assignee_id',
      issues_author: 'author_id',
      issues_created:
        'project_id, created_at, id, confidential, author_id, assignee_id, state, deleted_at',
      issues_updated:
        'project_id, updated_at, id, confidential, author_id, assignee_id, state, deleted_at',
    },
    uniqueIndexes: { issues_iid: 'project_id, iid' },
  },
  {
    name: 'merge_requests',
    columns: `
      {id},
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
      deleted_at {bigint},
      {reference:merge_requests_project_fk:project_id:projects},
      {reference:merge_requests_author_fk:author_id:users},
      {reference:merge_requests_assignee_fk:assignee_id:users}`,
    indexes: {
      merge_requests_assignee: 'assignee_id',
      merge_requests_author: 'author_id',
      merge_requests_created:
        'project_id, created_at, id, author_id, assignee_id, state, deleted_at',
      merge_requests_updated:
        'project_id, updated_at, id, author_id, assignee_id, state, deleted_at',
    },
    uniqueIndexes: { merge_requests_iid: 'project_id, iid' },
  },
  {
    name: 'snippets',
    columns: `
      {id},
      project_id {bigint} NOT NULL,
      title {varchar:255} NOT NULL,
      file_name {varchar:255} NOT NULL,
      code {text} NOT NULL,
      author_id {bigint} NOT NULL,
      visibility_level {int} NOT NULL,
      created_at {bigint} NOT NULL,
      updated_at {bigint} NOT NULL,
      deleted_at {bigint},
      {reference:snippets_project_fk:project_id:projects},
      {reference:snippets_author_fk:author_id:users}`,
    indexes: {
      snippets_author: 'author_id',
      snippets_created: 'project_id, created_at, id, visibility_level, author_id, deleted_at',
    },
  },
  {
    name: 'notes',
    columns: `
      {id},
      noteable_type {varchar:20} NOT NULL,
      noteable_id {bigint} NOT NULL,
      project_id {bigint} NOT NULL,
      author_id {bigint} NOT NULL,
      body {text} NOT NULL,
      is_system {boolean} NOT NULL,
      created_at {bigint} NOT NULL,
      updated_at {bigint} NOT NULL,
      proof {bigint},
      {reference:notes_project_fk:project_id:projects},
      {reference:notes_author_fk:author_id:users}`,
    indexes: {
      notes_project: 'project_id',
      notes_author: 'author_id',
      notes_noteable: 'noteable_type, noteable_id, created_at, id',
    },
  },
  {
    name: 'award_emoji',
    columns: `
      {id},
      name {varchar:100} NOT NULL,
      user_id {bigint} NOT NULL,
      awardable_type {varchar:20} NOT NULL,
      awardable_id {bigint} NOT NULL,
      created_at {bigint} NOT NULL,
      updated_at {bigint} NOT NULL,
      {reference:award_emoji_user_fk:user_id:users}`,
    indexes: {
      award_emoji_user: 'user_id',
      award_emoji_created: 'awardable_type, awardable_id, created_at, id',
    },
    uniqueIndexes: { award_emoji_once: 'awardable_type, awardable_id, user_id, name' },
  },
  {
    name: 'events',
    columns: `
      {id},
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
    indexes: {
      events_note: 'note_id',
      events_subject: 'subject_type, subject_id',
      events_project: 'project_id',
      events_created:
        'author_id, created_at, id, project_id, subject_type, subject_id, note_id, action',
    },
  },
  {
    name: 'stored_responses',
    columns: `
      {id},
      user_id {bigint} NOT NULL,
      route {varchar:255} NOT NULL,
      request_key {varchar:255} NOT NULL,
      fingerprint {varchar:64} NOT NULL,
      claim {varchar:36} NOT NULL,
      expires_at {bigint} NOT NULL,
      body {text},
      {reference:stored_responses_user_fk:user_id:users}`,
    indexes: { stored_responses_expiry: 'expires_at' },
    uniqueIndexes: { stored_responses_request: 'user_id, route, request_key' },
  },
  {
    name: 'deletions',
    columns: `
      {id},
      kind {varchar:20} NOT NULL,
      root_id {bigint} NOT NULL,
      ghost_id {bigint},
      created_at {bigint} NOT NULL`,
    indexes: {},
    uniqueIndexes: { deletions_root: 'kind, root_id' },
  },
  {
    name: 'directories',
    columns: `
      {id},
      provider {varchar:64} NOT NULL,
      lease_owner {varchar:36} NOT NULL,
      lease_renewals {int} NOT NULL,
      blocked_between_runs {int} NOT NULL,
      last_run {text}`,
    indexes: {},
    uniqueIndexes: { directories_provider: 'provider' },
  },
  {
    name: 'audit_events',
    columns: `
      {id},
      action {varchar:50} NOT NULL,
      caller_id {bigint},
      actor_id {bigint},
      origin {varchar:64},
      run {varchar:36},
      subject_type {varchar:20} NOT NULL,
      subject_id {bigint} NOT NULL,
      details {text} NOT NULL,
      created_at {bigint} NOT NULL`,
    indexes: {
      audit_events_created: 'created_at, id',
      audit_events_subject: 'subject_type, subject_id, created_at, id',
    },
  },
];

/** Creates all tables. It can run again: if a start is interrupted, the next start creates what is missing. */
export class Initial1764300000000 implements MigrationInterface {
  name = 'Initial1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const table of TABLES) await schema.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const { name } of TABLES.toReversed()) await schema.dropTable(name);
  }
}
