import { Column, Entity, Index } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryId, TimestampColumn } from '../../database/columns.js';

/**
 * A record of the audit trail: who did what to whom, and from where. Nothing changes it. It stays when its users or its
 * subject are deleted.
 */
@Entity('audit_events')
@Index('audit_events_created', ['createdAt', 'id'])
@Index('audit_events_subject', ['subjectType', 'subjectId', 'createdAt', 'id'])
@Index('audit_events_action', ['action', 'createdAt', 'id'])
@Index('audit_events_caller', ['callerId', 'createdAt', 'id'])
@Index('audit_events_actor', ['actorId', 'createdAt', 'id'])
@Index('audit_events_ip', ['ip', 'createdAt', 'id'])
export class AuditEvent {
  @PrimaryId() id!: number;
  /** Such as `user.blocked`, see `AUDIT_ACTIONS`. */
  @Column('varchar', { length: 50 }) action!: string;
  /** The user whose token was used. Null if nobody has signed in, or the service acted by itself. */
  @IdColumn({ name: 'caller_id', nullable: true }) callerId!: number | null;
  /** The username of the caller at the time. */
  @Column('varchar', { name: 'caller_name', nullable: true }) callerName!: string | null;
  /** The effective user. */
  @IdColumn({ name: 'actor_id', nullable: true }) actorId!: number | null;
  /** The username of the effective user at the time. */
  @Column('varchar', { name: 'actor_name', nullable: true }) actorName!: string | null;
  /** The address that the request came from. */
  @Column('varchar', { length: 45, nullable: true }) ip!: string | null;
  /** What acted if no user did, such as the provider of a directory. */
  @Column('varchar', { length: 64, nullable: true }) origin!: string | null;
  /** The run of a synchronization. */
  @Column('varchar', { length: 36, nullable: true }) run!: string | null;
  @Column('varchar', { name: 'subject_type', length: 20 }) subjectType!: string;
  /** 0 if there is no such row. */
  @IdColumn({ name: 'subject_id' }) subjectId!: number;
  /** JSON: what changed, from what to what, and why. */
  @LongTextColumn() details!: string;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
