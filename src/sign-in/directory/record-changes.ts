import type { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Unit } from '../../database/unit.js';
import { authorOf, type ChangeContext } from './change-context.js';
import type { UserChange } from './user-changes.js';

/** Records what a directory changes in users, in the same unit of work. */
export function recordChanges(
  audit: AuditTrail,
  unit: Unit,
  provider: string,
  changes: readonly UserChange[],
  context: ChangeContext,
): Promise<void> {
  const records = changes.map(({ userId, username, state, changes, reason: why }) => ({
    action: `user.${state === 'unchanged' ? 'updated' : state}` as const,
    subject: { type: 'user', id: userId } as const,
    details: { username, changes, reason: `${context.reason}: ${why}` },
  }));
  return audit.recordMany(unit, authorOf(provider, context), records);
}
