import { BATCH, deleteBatch, inBatches, type Database, type Unit } from '../database/database.js';
import type { Statement, Values } from '../database/statement.js';

/**
 * What goes when a thing goes, from the leaves to the root, in bounded steps. No database cascade does
 * this: one of a million rows would be one transaction.
 */
const idsOf = (table: string, where: string) => `IN (SELECT id FROM ${table} WHERE ${where})`;

export const notesWhere = (where: string): Statement[] => [
  deleteBatch('award_emoji', `awardable_type = 'Note' AND awardable_id ${idsOf('notes', where)}`),
  deleteBatch('events', `note_id ${idsOf('notes', where)}`),
  deleteBatch('notes', where),
];

const noteablesWhere = (type: string, table: string, where: string): Statement[] => [
  ...notesWhere(`noteable_type = '${type}' AND noteable_id ${idsOf(table, where)}`),
  deleteBatch('award_emoji', `awardable_type = '${type}' AND awardable_id ${idsOf(table, where)}`),
  deleteBatch('events', `subject_type = '${type}' AND subject_id ${idsOf(table, where)}`),
  deleteBatch(table, where),
];

export const issuesWhere = (where: string): Statement[] => noteablesWhere('Issue', 'issues', where);
export const snippetsWhere = (where: string): Statement[] =>
  noteablesWhere('Snippet', 'snippets', where);
export const mergeRequestsWhere = (where: string): Statement[] =>
  noteablesWhere('MergeRequest', 'merge_requests', where);

export const projectsWhere = (where: string): Statement[] => {
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

/**
 * Runs the steps of a removal. Cut off in between, the same call finishes the work. With `roots`, which
 * select what others add to, the last of it goes while these are locked: whoever wrote there meanwhile is
 * removed too, and whoever comes later finds nothing.
 */
export async function runRemoval(
  database: Database,
  steps: readonly Statement[],
  values: Values,
  roots: readonly Statement[] = [],
): Promise<void> {
  const bulk = roots.length > 0 ? steps.slice(0, -1) : steps;
  for (const step of bulk) await inBatches(database, step, values);
  if (roots.length === 0) return;
  await database.unit(async (unit) => {
    for (const root of roots) await unit.lock(root, values);
    await removeInUnit(unit, steps, values);
  });
}

/** Runs the steps of a small removal in an open unit; answers how many rows the last one, the root, took. */
export async function removeInUnit(
  unit: Unit,
  steps: readonly Statement[],
  values: Values,
): Promise<number> {
  let removed = 0;
  for (const step of steps) {
    do removed = await unit.write(step, values);
    while (removed === BATCH);
  }
  return removed;
}
