import type { Unit } from '../database/database.js';
import { statement } from '../database/statement.js';
import { NotFound } from '../http/errors/errors.js';

const counting = (column: string) => ({
  count: statement(
    `UPDATE projects SET ${column} = ${column} + 1, last_activity_at = :now WHERE id = :project`,
  ),
  last: statement<{ iid: number }>(`SELECT ${column} AS iid FROM projects WHERE id = :project`),
});
const COUNTERS = {
  Issue: counting('issue_count'),
  MergeRequest: counting('merge_request_count'),
};

/**
 * The next `iid` of a project. The project's row stays locked until the unit ends, so no two get the same.
 *
 * @throws NotFound the project was deleted meanwhile
 */
export async function nextIid(
  unit: Unit,
  kind: keyof typeof COUNTERS,
  project: number,
  now: number,
): Promise<number> {
  const { count, last } = COUNTERS[kind];
  if ((await unit.write(count, { project, now })) === 0) throw new NotFound('Project');
  return (await unit.row(last, { project }))?.iid ?? 0;
}
