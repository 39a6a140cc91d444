import { deleteBatch, inBatches, rowsById, type Batch } from '../database/batches.js';
import { Unit, type Database } from '../database/database.js';
import type { Statement, Values } from '../database/statement.js';
import { NotFound, type Thing } from '../http/errors/errors.js';

/** Rows others add to: they are held while what has been added goes, and whoever comes later finds nothing to add to. */
interface Root extends Batch {
  readonly table: string;
  readonly lock: Statement;
  /** What hangs on the rows, whose ids are the list that is named as the table. */
  readonly leaves: readonly Step[];
}

/**
 * What goes when a thing goes, from the leaves to the root, in bounded steps. No database cascade does
 * this: one of a million rows would be one transaction.
 */
export type Step = Batch | Root;

const root = (table: string, where: string, leavesOf: (ids: string) => Step[]): Root => ({
  ...deleteBatch(table, where),
  table,
  lock: rowsById(table),
  leaves: leavesOf(`(:${table}...)`),
});

export const notesWhere = (where: string): Root =>
  root('notes', where, (ids) => [
    deleteBatch('award_emoji', `awardable_type = 'Note' AND awardable_id IN ${ids}`),
    deleteBatch('events', `note_id IN ${ids}`),
  ]);

const noteablesWhere = (type: string, table: string, where: string): Root =>
  root(table, where, (ids) => [
    notesWhere(`noteable_type = '${type}' AND noteable_id IN ${ids}`),
    deleteBatch('award_emoji', `awardable_type = '${type}' AND awardable_id IN ${ids}`),
    deleteBatch('events', `subject_type = '${type}' AND subject_id IN ${ids}`),
  ]);

export const issuesWhere = (where: string): Root => noteablesWhere('Issue', 'issues', where);
export const snippetsWhere = (where: string): Root => noteablesWhere('Snippet', 'snippets', where);
export const mergeRequestsWhere = (where: string): Root =>
  noteablesWhere('MergeRequest', 'merge_requests', where);

export const projectsWhere = (where: string): Root =>
  root('projects', where, (ids) => {
    const inProjects = `project_id IN ${ids}`;
    return [
      issuesWhere(inProjects),
      snippetsWhere(inProjects),
      mergeRequestsWhere(inProjects),
      // Whose noteable is gone: removals of earlier versions left some.
      notesWhere(inProjects),
      deleteBatch('events', inProjects),
      deleteBatch('project_members', inProjects),
    ];
  });

/**
 * Runs the steps of a removal one after the other. Outside a unit each takes units of its own: cut off in between,
 * the same call finishes the work.
 */
export async function remove(
  store: Database | Unit,
  steps: readonly Step[],
  values: Values,
): Promise<void> {
  for (const step of steps) await take(store, step, values);
}

/**
 * Removes a thing and what hangs on it.
 *
 * @throws NotFound somebody else was faster
 */
export async function removeThing(
  database: Database,
  thing: Thing,
  removal: Root,
  values: Values,
): Promise<void> {
  if ((await take(database, removal, values)) === 0) throw new NotFound(thing);
}

/** Answers how many rows went, without what hung on them. */
function take(store: Database | Unit, step: Step, values: Values): Promise<number> {
  return inBatches(store, step.find, values, async (ids) => {
    if (!('leaves' in step)) return store.write(step.write, { ...values, ids });
    const named = { ...values, ids, [step.table]: ids };
    if (store instanceof Unit) return takeRoots(store, step, named);
    // There may be millions, too many to hold anybody up for; what is added meanwhile goes with the roots.
    await remove(store, step.leaves, named);
    return store.unit((unit) => takeRoots(unit, step, named));
  });
}

async function takeRoots(unit: Unit, { lock, leaves, write }: Root, values: Values) {
  await unit.lock(lock, values);
  await remove(unit, leaves, values);
  return unit.write(write, values);
}
