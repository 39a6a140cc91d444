import type { AuditAuthor, AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Unit } from '../../database/unit.js';
import type { FormerOwner } from './addresses.repository.js';

/** Records that users lose an address, because it counts for another user or as another kind of address now. */
export async function recordFormerOwners(
  audit: AuditTrail,
  unit: Unit,
  author: AuditAuthor,
  email: string,
  owners: readonly FormerOwner[],
): Promise<void> {
  for (const { id, username, isUnconfirmed, isNewOwner } of owners) {
    const unconfirmed = isUnconfirmed ? { unconfirmed: true } : {};
    const details = {
      username,
      email,
      ...unconfirmed,
      reason: reasonOf(isUnconfirmed, isNewOwner),
    };
    await audit.record(unit, author, 'email.removed', { type: 'user', id }, details);
  }
}

function reasonOf(isUnconfirmed: boolean, isNewOwner: boolean): string {
  if (!isNewOwner) return 'another user has it';
  return isUnconfirmed ? 'it counts without a confirmation now' : 'it is the primary address now';
}
