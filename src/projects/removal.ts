import { deleteBatch, writeInBatches, type Batch } from '../database/batches.js';
import type { Database, Unit } from '../database/database.js';
import type { Statement, Values } from '../database/statement.js';
import { NotFound, type Thing } from '../http/errors.js';

/**
 * What goes when a thing goes, from the leaves to the root, in bounded steps. No database cascade does
 * this: one of a million rows would be one transaction.
 */
const idsOf = (table: string, where: string) => `IN (SELECT id FROM ${table} WHERE ${where})`;

export const notesWhere = (where: string): Batch[] => [
  deleteBatch('award_emoji', `awardable_type = 'Note' AND awardable_id ${idsOf('notes', where)}`),
  deleteBatch('events', `note_id ${idsOf('notes', where)}`),
  deleteBatch('notes', where),
];

const noteablesWhere = (type: string, table: string, where: string): Batch[] => [
  ...notesWhere(`noteable_type = '${type}' AND noteable_id ${idsOf(table, where)}`),
  deleteBatch('award_emoji', `awardable_type = '${type}' AND awardable_id ${idsOf(table, where)}`),
  deleteBatch('events', `subject_type = '${type}' AND subject_id ${idsOf(table, where)}`),
  deleteBatch(table, where),
];

export const issuesWhere = (where: string): Batch[] => noteablesWhere('Issue', 'issues', where);
export const snippetsWhere = (where: string): Batch[] =>
  noteablesWhere('Snippet', 'snippets', where);
export const mergeRequestsWhere = (where: string): Batch[] =>
  noteablesWhere('MergeRequest', 'merge_requests', where);

export const projectsWhere = (where: string): Batch[] => {
  const inProjects = `project_id ${idsOf('projects', where)}`;
  return [
    ...issuesWhere(inProjects),
    ...snippetsWhere(inProjects),
    ...mergeRequestsWhere(inProjects),
    ...notesWhere(inProjects),
    deleteBatch('events', inProjects),
    deleteBatch('project_members', inProjects),
    deleteBatch('projects', where),
  ];
};

/** Runs the steps of a removal one after the other. Cut off in between, the same call finishes the work. */
export async function removeInBulk(
  database: Database,
  steps: readonly Batch[],
  values: Values,
): Promise<void> {
  for (const step of steps) await writeInBatches(database, step, values);
}

/**
 * Removes a thing and what hangs on it. `roots` select what others add to: the last of it goes while these are
 * locked, so that whoever wrote there meanwhile is removed too, and whoever comes later finds nothing.
 *
 * @throws NotFound somebody else was faster
 */
export async function removeThing(
  database: Database,
  thing: Thing,
  { steps, roots }: { steps: readonly Batch[]; roots: readonly Statement[] },
  values: Values,
): Promise<void> {
  await removeInBulk(database, steps.slice(0, -1), values);
  const removed = await database.unit(async (unit) => {
    for (const root of roots) await unit.lock(root, values);
    return removeInUnit(unit, steps, values);
  });
  if (removed === 0) throw new NotFound(thing);
}

/** Runs the steps of a small removal in an open unit; answers how many rows the last one, the root, took. */
export async function removeInUnit(
  unit: Unit,
  steps: readonly Batch[],
  values: Values,
): Promise<number> {
  let removed = 0;
  for (const step of steps) removed = await writeInBatches(unit, step, values);
  return removed;
}
