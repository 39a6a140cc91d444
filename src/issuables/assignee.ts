import type { Database } from '../database/database.js';
import { Invalid } from '../http/errors/errors.js';
import { PERSON } from '../users/user.queries.js';

/**
 * Who an `assignee_id` stands for. Undefined: not given. Null: nobody.
 *
 * @throws Invalid there is no such user
 */
export async function readAssignee(
  database: Database,
  id: number | undefined,
): Promise<number | null | undefined> {
  if (id === undefined) return undefined;
  if (id === 0) return null;
  if (!(await database.row(PERSON, { user: id })))
    throw new Invalid({ assignee_id: ['is invalid'] });
  return id;
}
