import type { Unit } from '../database/database.js';
import { statement } from '../database/statement.js';
import { Forbidden } from '../http/errors/errors.js';

const ACTIVE_ADMINISTRATORS = statement<{ id: number }>(
  "SELECT id FROM users WHERE admin = 1 AND state = 'active' ORDER BY id",
);

/**
 * Somebody has to be left who can administer. The rows stay locked until the unit ends: of two
 * administrators who demote each other, the second finds himself alone.
 */
export async function keepAnAdministrator(unit: Unit, leaving: number): Promise<void> {
  const administrators = await unit.lock(ACTIVE_ADMINISTRATORS);
  if (administrators.length === 1 && administrators[0]?.id === leaving) {
    throw new Forbidden('The last active administrator has to stay');
  }
}
