import type { Table } from './dialect.js';

/** Tables of the service itself, without foreign keys. A table refers only to tables above it. */
export const MACHINERY_TABLES: readonly Table[] = [
  // The first table: `requireForgenote` knows a Forgenote database by it.
  {
    name: 'outbox_mails',
    columns: `
      {id},
      kind {varchar:40} NOT NULL,
      user_id {bigint} NOT NULL,
      email_id {bigint},
      recipient {varchar:255} NOT NULL,
      created_at {bigint} NOT NULL,
      next_attempt_at {bigint} NOT NULL,
      attempts {int} NOT NULL,
      refusals {int} NOT NULL,
      lease {varchar:36}`,
    indexes: {
      outbox_mails_due: 'next_attempt_at, id',
      outbox_mails_user: 'user_id, email_id',
    },
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
      caller_name {varchar:255},
      actor_name {varchar:255},
      ip {varchar:45},
      created_at {bigint} NOT NULL`,
    indexes: {
      audit_events_created: 'created_at, id',
      audit_events_subject: 'subject_type, subject_id, created_at, id',
      audit_events_action: 'action, created_at, id',
      audit_events_caller: 'caller_id, created_at, id',
      audit_events_actor: 'actor_id, created_at, id',
      audit_events_ip: 'ip, created_at, id',
    },
  },
];
