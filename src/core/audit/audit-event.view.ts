import { iso } from '../../http/schema/iso.js';
import { Field, integer, orNull, string, timestamp } from '../../http/schema/schema.js';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from './audit-actions.js';
import type { AuditEventRow } from './audit.repository.js';

/** A user as they were called then. */
class AuditUserView {
  @Field(integer('Identifier of the user. The user may be deleted.')) id: number;
  @Field(orNull(string('Username at that time.', { examples: ['root'] }))) username: string | null;

  constructor(id: number, username: string | null) {
    this.id = id;
    this.username = username;
  }
}

export class AuditEventView {
  @Field(integer('Identifier of the event.')) id: number;
  @Field(string('What was done.', { enum: AUDIT_ACTIONS, examples: ['user.blocked'] }))
  action: string;
  @Field({ orNull: () => AuditUserView }) caller: AuditUserView | null;
  @Field({ orNull: () => AuditUserView }) actor: AuditUserView | null;
  @Field(orNull(string('IP address that the request came from.', { examples: ['192.0.2.1'] })))
  ip: string | null;
  @Field(orNull(string('What acted if no user did, such as the provider of a directory.')))
  origin: string | null;
  @Field(orNull(string('Id of the run of a directory synchronization.'))) run: string | null;
  @Field(string('What the event is about.', { enum: SUBJECT_TYPES })) subject_type: string;
  @Field(orNull(integer('Its identifier. It may be deleted.', { examples: [2] })))
  subject_id: number | null;
  @Field({
    type: 'object',
    description: 'What changed. The fields depend on the action.',
    additionalProperties: true,
    examples: [{ username: 'ada', changes: { state: { from: 'active', to: 'blocked' } } }],
  })
  details: Record<string, unknown>;
  @Field(timestamp('When it was done.')) created_at: string;

  constructor(row: AuditEventRow) {
    this.id = row.id;
    this.action = row.action;
    this.caller = row.caller_id === null ? null : new AuditUserView(row.caller_id, row.caller_name);
    this.actor = row.actor_id === null ? null : new AuditUserView(row.actor_id, row.actor_name);
    this.ip = row.ip;
    this.origin = row.origin;
    this.run = row.run;
    this.subject_type = row.subject_type;
    this.subject_id = row.subject_id === 0 ? null : row.subject_id;
    this.details = JSON.parse(row.details) as Record<string, unknown>;
    this.created_at = iso(row.created_at);
  }
}
