import { Forbidden } from '../http/errors/errors.js';
import type { UsersRepository } from './users.repository.js';

/**
 * Keeps at least one active administrator. Locks all of them until the unit ends, so that two administrators who
 * demote each other do so one after the other.
 *
 * @param users joined to the unit
 * @throws Forbidden the user is the last active administrator
 */
export async function requireAnotherAdministrator(
  users: UsersRepository,
  leaving: number,
): Promise<void> {
  const administrators = await users.lockActiveAdministrators();
  if (administrators.length === 1 && administrators[0] === leaving) {
    throw new Forbidden('The last active administrator has to stay');
  }
}
