import { deleteBatch, inBatches, rowsById, type Batch } from '../database/batches.js';
import { Database, type Unit } from '../database/database.js';
import type { Statement, Values } from '../database/statement.js';
import { NotFound, type Thing } from '../http/errors.js';

/** Rows others add to: they are held while what has been added goes, and whoever comes later finds nothing to add to. */
interface Root extends Batch {
  readonly table: string;
  readonly lock: Statement;
  /** What hangs on the rows of the list that is named as the table. */
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

/** What hangs on them goes in bulk before they are held: there may be millions. */
const emptiedRoot = (table: string, where: string, leavesOf: (ids: string) => Step[]): Step[] => [
  ...leavesOf(`(SELECT id FROM ${table} WHERE ${where})`),
  root(table, where, leavesOf),
];

export const notesWhere = (where: string): Step[] => [
  root('notes', where, (ids) => [
    deleteBatch('award_emoji', `awardable_type = 'Note' AND awardable_id IN ${ids}`),
    deleteBatch('events', `note_id IN ${ids}`),
  ]),
];

const noteablesWhere = (type: string, table: string, where: string): Step[] =>
  emptiedRoot(table, where, (ids) => [
    ...notesWhere(`noteable_type = '${type}' AND noteable_id IN ${ids}`),
    deleteBatch('award_emoji', `awardable_type = '${type}' AND awardable_id IN ${ids}`),
    deleteBatch('events', `subject_type = '${type}' AND subject_id IN ${ids}`),
  ]);

export const issuesWhere = (where: string): Step[] => noteablesWhere('Issue', 'issues', where);
export const snippetsWhere = (where: string): Step[] =>
  noteablesWhere('Snippet', 'snippets', where);
export const mergeRequestsWhere = (where: string): Step[] =>
  noteablesWhere('MergeRequest', 'merge_requests', where);

export const projectsWhere = (where: string): Step[] =>
  emptiedRoot('projects', where, (ids) => {
    const inProjects = `project_id IN ${ids}`;
    return [
      ...issuesWhere(inProjects),
      ...snippetsWhere(inProjects),
      ...mergeRequestsWhere(inProjects),
      deleteBatch('events', inProjects),
      deleteBatch('project_members', inProjects),
    ];
  });

/**
 * Runs the steps of a removal one after the other; answers how many rows the last one, the root, took. Outside a
 * unit each takes units of its own: cut off in between, the same call finishes the work.
 */
export async function remove(
  store: Database | Unit,
  steps: readonly Step[],
  values: Values,
): Promise<number> {
  let removed = 0;
  for (const step of steps) {
    removed = await inBatches(store, step.find, values, (ids) =>
      'leaves' in step
        ? inUnit(store, (unit) => removeRoots(unit, step, { ...values, ids, [step.table]: ids }))
        : store.write(step.write, { ...values, ids }),
    );
  }
  return removed;
}

/**
 * Removes a thing and what hangs on it.
 *
 * @throws NotFound somebody else was faster
 */
export async function removeThing(
  database: Database,
  thing: Thing,
  steps: readonly Step[],
  values: Values,
): Promise<void> {
  if ((await remove(database, steps, values)) === 0) throw new NotFound(thing);
}

async function removeRoots(unit: Unit, { lock, leaves, write }: Root, values: Values) {
  await unit.lock(lock, values);
  await remove(unit, leaves, values);
  return unit.write(write, values);
}

const inUnit = <Result>(store: Database | Unit, work: (unit: Unit) => Promise<Result>) =>
  store instanceof Database ? store.unit(work) : work(store);
