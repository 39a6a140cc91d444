import { Column, Entity, Index } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryId, TimestampColumn } from '../database/columns.js';

/** An administrative record: who changed what, from what to what, and why. It stays when its subject is deleted. */
@Entity('audit_events')
@Index('audit_events_created', ['createdAt', 'id'])
@Index('audit_events_subject', ['subjectType', 'subjectId', 'createdAt', 'id'])
export class AuditEvent {
  @PrimaryId() id!: number;
  /** Such as `user.blocked`. */
  @Column('varchar', { length: 50 }) action!: string;
  /** The user whose token was used. Null if the service acted by itself. */
  @IdColumn({ name: 'caller_id', nullable: true }) callerId!: number | null;
  /** The effective user. */
  @IdColumn({ name: 'actor_id', nullable: true }) actorId!: number | null;
  /** What acted if no user did, such as the provider of a directory. */
  @Column('varchar', { length: 64, nullable: true }) origin!: string | null;
  /** The run of a synchronization. */
  @Column('varchar', { length: 36, nullable: true }) run!: string | null;
  @Column('varchar', { name: 'subject_type', length: 20 }) subjectType!: string;
  @IdColumn({ name: 'subject_id' }) subjectId!: number;
  /** JSON: what changed, from what to what, and why. */
  @LongTextColumn() details!: string;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
