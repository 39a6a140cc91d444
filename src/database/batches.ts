import type { Unit } from './unit.js';
import { serverList, statement, type Statement, type Values } from './statement.js';

const SIZE = 500;

/**
 * Writes all rows of a condition, in steps of at most 500, so that no write grows with the data. The ids are
 * read first: a server that looks for the rows while it writes waits for those which others have just inserted, and
 * they may wait for what this one has locked.
 */
export interface Batch {
  readonly find: Statement<{ id: number }>;
  /** `:ids` is a JSON array. */
  readonly write: Statement;
}

const find = (table: string, where: string) =>
  statement<{ id: number }>(`SELECT id FROM ${table} WHERE ${where} LIMIT ${SIZE}`);

/** Joined in this order: where a list of ids is longer than the table is large, all of it would be read and waited for. */
const SERVER_IDS = serverList('ids');
const BY_ID = 'id = row_id';

/** To be locked. */
export const rowsById = (table: string): Statement<{ id: number }> => ({
  ...statement(`SELECT id FROM ${table} WHERE id IN (:ids...)`),
  onServer: statement(`SELECT id FROM ${SERVER_IDS} STRAIGHT_JOIN ${table} ON ${BY_ID}`),
});

/** The condition is not judged again: only the deletion of a user changes what a row belongs to. */
export const deleteBatch = (table: string, where: string): Batch => ({
  find: find(table, where),
  write: {
    ...statement(`DELETE FROM ${table} WHERE id IN (:ids...)`),
    onServer: statement(`DELETE ${table} FROM ${SERVER_IDS} STRAIGHT_JOIN ${table} ON ${BY_ID}`),
  },
});

/** Changes them to something the condition, which is judged again, does not hold of. */
export const updateBatch = (table: string, changes: string, where: string): Batch => ({
  find: find(table, where),
  write: {
    ...statement(`UPDATE ${table} SET ${changes} WHERE id IN (:ids...) AND ${where}`),
    onServer: statement(
      `UPDATE ${SERVER_IDS} STRAIGHT_JOIN ${table} ON ${BY_ID} SET ${changes} WHERE ${where}`,
    ),
  },
});

/**
 * Hands what `find` finds to `write`, as a JSON array of at most 500 ids, until there is no more; answers how many
 * rows were written.
 */
export async function inBatches(
  store: Pick<Unit, 'rows'>,
  find: Batch['find'],
  values: Values,
  write: (ids: string) => Promise<number>,
): Promise<number> {
  for (let written = 0; ;) {
    const rows = await store.rows(find, values);
    // In one order, whatever index they were found by: who locks them waits for others, not they for him too.
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
    if (ids.length > 0) written += await write(JSON.stringify(ids));
    if (ids.length < SIZE) return written;
  }
}
