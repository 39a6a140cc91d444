import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing, type OrderedRows } from '../../database/listing.js';
import { RequestScope } from '../../database/request-scope.js';
import { serverList, statement, type Statement, type Values } from '../../database/statement.js';
import type { AuditEvent } from './audit-event.entity.js';

/** A row to add. The columns are described in `AuditEvent`. */
export type NewAuditEvent = {
  action: string;
  caller_id: number | null;
  caller_name: string | null;
  actor_id: number | null;
  actor_name: string | null;
  ip: string | null;
  origin: string | null;
  run: string | null;
  subject_type: string;
  subject_id: number;
  details: string;
  now: number;
};

export interface AuditEventRow extends Omit<NewAuditEvent, 'now'> {
  id: number;
  created_at: number;
}

/** The conditions of a list. Absent ones do not count. */
export interface AuditFilter {
  action?: string | undefined;
  caller?: number | undefined;
  actor?: number | undefined;
  subject?: { type: string; id: number } | undefined;
  ip?: string | undefined;
  /** Milliseconds since 1970, inclusive. */
  from?: number | undefined;
  /** Milliseconds since 1970, exclusive. */
  before?: number | undefined;
}

const BATCH = 500;

export const ADD_AUDIT_EVENT = statement(
  `INSERT INTO audit_events (action, caller_id, caller_name, actor_id, actor_name, ip, origin, run,
     subject_type, subject_id, details, created_at)
   VALUES (:action, :caller_id, :caller_name, :actor_id, :actor_name, :ip, :origin, :run,
     :subject_type, :subject_id, :details, :now)`,
);

const AUDIT_EVENTS = new Listing<AuditEventRow>({
  table: 'audit_events ae',
  where: 'ae.created_at >= 0',
  filters: {
    action: 'ae.action = :action',
    caller: 'ae.caller_id = :caller',
    actor: 'ae.actor_id = :actor',
    subject: 'ae.subject_type = :subject_type AND ae.subject_id = :subject_id',
    ip: 'ae.ip = :ip',
    from: 'ae.created_at >= :from',
    before: 'ae.created_at < :before',
  },
  columns: `ae.id, ae.action, ae.caller_id, ae.caller_name, ae.actor_id, ae.actor_name, ae.ip, ae.origin, ae.run,
    ae.subject_type, ae.subject_id, ae.details, ae.created_at`,
});

const ROLE = statement<{ id: number }>(
  `SELECT p.id FROM projects p
   LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = :viewer
   WHERE p.id = :project AND (p.owner_id = :viewer OR m.id IS NOT NULL)`,
);
const OLD = statement<{ id: number }>(
  `SELECT id FROM audit_events WHERE created_at < :before ORDER BY created_at, id LIMIT ${BATCH}`,
);
const DELETE: Statement = {
  ...statement('DELETE FROM audit_events WHERE id IN (:ids...)'),
  onServer: statement(
    `DELETE audit_events FROM ${serverList('ids')} STRAIGHT_JOIN audit_events ON id = row_id`,
  ),
};

export class AuditRepository extends FeatureRepository<AuditEvent> {
  /** In a unit of work. */
  async add(event: NewAuditEvent): Promise<void> {
    await this.unit.write(ADD_AUDIT_EVENT, event);
  }

  /** In a unit of work. */
  async addMany(events: readonly NewAuditEvent[]): Promise<void> {
    const rows = events.map((event) => ({
      ...{ action: event.action, ip: event.ip, origin: event.origin, run: event.run },
      ...{ callerId: event.caller_id, callerName: event.caller_name },
      ...{ actorId: event.actor_id, actorName: event.actor_name },
      ...{ subjectType: event.subject_type, subjectId: event.subject_id },
      ...{ details: event.details, createdAt: event.now },
    }));
    await this.insert(rows);
  }

  /** True if the user owns the project or is a member of it. The rights of an administrator do not count. */
  async hasRole(viewer: number, project: number): Promise<boolean> {
    return (await this.statements.row(ROLE, { viewer, project })) !== null;
  }

  /** Newest first. */
  matching({ subject, ...filter }: AuditFilter): OrderedRows<AuditEventRow> {
    const values: Values = subject ? { subject_type: subject.type, subject_id: subject.id } : {};
    const given = { ...filter, subject: subject && true };
    return AUDIT_EVENTS.rows(this.database, 'desc', values, given);
  }

  /** Deletes at most 500 of the events before this time. False if there are no more. */
  async deleteBefore(before: number): Promise<boolean> {
    const ids = (await this.statements.rows(OLD, { before })).map(({ id }) => id);
    // In ascending order, so that concurrent transactions lock the rows in the same order.
    const list = JSON.stringify(ids.sort((a, b) => a - b));
    if (ids.length > 0) await this.database.write(RequestScope.background, DELETE, { ids: list });
    return ids.length === BATCH;
  }
}
