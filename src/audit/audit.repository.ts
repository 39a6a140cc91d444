import { FeatureRepository } from '../database/feature-repository.js';
import { statement } from '../database/statement.js';
import type { AuditEvent } from './audit-event.entity.js';

/** What is recorded about one change. */
export interface AuditRecord {
  /** Such as `user.blocked`. */
  action: string;
  /** The user whose token was used, and the effective user. Absent if the service acted by itself. */
  callerId?: number;
  actorId?: number;
  /** What acted if no user did, such as the provider of a directory. */
  origin?: string;
  /** The run of a synchronization. */
  run?: string;
  subject: { type: string; id: number };
  /** What changed, from what to what, and why. No secrets. */
  details: Record<string, unknown>;
}

const ADD = statement(
  `INSERT INTO audit_events
     (action, caller_id, actor_id, origin, run, subject_type, subject_id, details, created_at)
   VALUES (:action, :caller, :actor, :origin, :run, :type, :subject, :details, :now)`,
);

/** The administrative records. They are written in the unit of work that makes the change. */
export class AuditRepository extends FeatureRepository<AuditEvent> {
  async add(record: AuditRecord, now: number): Promise<void> {
    await this.unit.write(ADD, {
      action: record.action,
      caller: record.callerId ?? null,
      actor: record.actorId ?? null,
      origin: record.origin ?? null,
      run: record.run ?? null,
      type: record.subject.type,
      subject: record.subject.id,
      details: JSON.stringify(record.details),
      now,
    });
  }
}
