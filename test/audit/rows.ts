import type { Forge } from '../support/app.js';
import { sql } from '../support/internals.js';

export interface AuditRow {
  id: number;
  action: string;
  caller_id: number | null;
  caller_name: string | null;
  actor_id: number | null;
  actor_name: string | null;
  ip: string | null;
  subject_type: string;
  subject_id: number;
  details: Record<string, unknown>;
}

/** The rows of the audit trail after this id, oldest first. */
export async function auditRows(forge: Forge, after = 0): Promise<AuditRow[]> {
  const rows = await sql<AuditRow & { details: string }>(
    forge,
    `SELECT id, action, caller_id, caller_name, actor_id, actor_name, ip, subject_type, subject_id, details
     FROM audit_events WHERE id > ${after} ORDER BY id`,
  );
  return rows.map(({ details, ...row }) => ({
    ...row,
    details: JSON.parse(details) as Record<string, unknown>,
  }));
}

export async function lastAuditId(forge: Forge): Promise<number> {
  const [row] = await sql<{ id: number | null }>(forge, 'SELECT MAX(id) AS id FROM audit_events');
  return row?.id ?? 0;
}
