import type { Engine } from '../../database/engine.js';
import type { AuditAction } from './audit-actions.js';
import { newEvent, type AuditAuthor } from './audit-trail.service.js';
import { ADD_AUDIT_EVENT } from './audit.repository.js';

const WRITE_MS = 10_000;

/** Records a change of the whole database, for commands that run without the service. Its tables must be complete. */
export async function recordOnEngine(
  engine: Engine,
  author: AuditAuthor,
  action: AuditAction,
  details: object,
): Promise<void> {
  const event = newEvent(author, action, { type: 'database', id: null }, details);
  await engine.write(ADD_AUDIT_EVENT, event, WRITE_MS);
}
