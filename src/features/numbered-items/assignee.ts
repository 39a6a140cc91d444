import type { Person } from '../../core/auth/actor.js';
import type { People } from '../../core/auth/people.js';
import { Invalid } from '../../http/errors/errors.js';

/**
 * Finds the user that an `assignee_id` names. Undefined: the parameter was not given. Null: 0, which means nobody.
 *
 * @throws Invalid there is no such user
 */
export async function findAssignee(
  people: People,
  id: number | undefined,
): Promise<Person | null | undefined> {
  if (id === undefined) return undefined;
  if (id === 0) return null;
  const assignee = await people.find(id);
  if (!assignee) throw new Invalid({ assignee_id: ['is invalid'] });
  return assignee;
}
