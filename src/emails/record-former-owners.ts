import type { AuditAuthor, AuditTrail } from '../audit/audit-trail.service.js';
import type { Unit } from '../database/unit.js';
import type { FormerOwner } from './addresses.repository.js';

/** Records that users lose an unconfirmed address, because it counts for another user now. */
export async function recordFormerOwners(
  audit: AuditTrail,
  unit: Unit,
  author: AuditAuthor,
  email: string,
  owners: readonly FormerOwner[],
): Promise<void> {
  for (const { id, username } of owners) {
    const details = { username, email, unconfirmed: true, reason: 'another user has it' };
    await audit.record(unit, author, 'email.removed', { type: 'user', id }, details);
  }
}
