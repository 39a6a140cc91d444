import { Forbidden } from '../../http/errors/errors.js';

/**
 * Keeps at least one active administrator.
 *
 * @param administrators the ids that `lockActiveAdministrators` returned in this unit: their rows are locked, so that
 *   two administrators who demote each other do so one after the other
 * @throws Forbidden the user is the last active administrator
 */
export function requireAnotherAdministrator(
  administrators: readonly number[],
  leaving: number,
): void {
  if (administrators.length === 1 && administrators[0] === leaving) {
    throw new Forbidden('The last active administrator has to stay');
  }
}
