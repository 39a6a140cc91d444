import { serverList, statement, type Statement, type Values } from './statement.js';
import type { Unit } from './unit.js';

const SIZE = 500;

/**
 * Writes all rows that meet a condition, at most 500 at a time. It reads the ids first: a server that searches while
 * it writes would wait for rows that other transactions have just inserted.
 */
export interface Batch {
  readonly find: Statement<{ id: number }>;
  /** `:ids` is a JSON array. */
  readonly write: Statement;
}

const find = (table: string, where: string) =>
  statement<{ id: number }>(`SELECT id FROM ${table} WHERE ${where} LIMIT ${SIZE}`);

/**
 * STRAIGHT_JOIN fixes the join order. For a list longer than the table, the server would otherwise scan the table
 * and wait for every row that is locked.
 */
const SERVER_IDS = serverList('ids');
const BY_ID = 'id = row_id';

/** Rows by their ids, to be locked. */
export const rowsById = (table: string): Statement<{ id: number }> => ({
  ...statement(`SELECT id FROM ${table} WHERE id IN (:ids...)`),
  onServer: statement(`SELECT id FROM ${SERVER_IDS} STRAIGHT_JOIN ${table} ON ${BY_ID}`),
});

/** Deletes by id only: no other request changes which owner a row belongs to. */
export const deleteBatch = (table: string, where: string): Batch => ({
  find: find(table, where),
  write: {
    ...statement(`DELETE FROM ${table} WHERE id IN (:ids...)`),
    onServer: statement(`DELETE ${table} FROM ${SERVER_IDS} STRAIGHT_JOIN ${table} ON ${BY_ID}`),
  },
});

/** The changes must make the condition false, otherwise the batches never end. */
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
 * Passes the ids that `find` returns to `write`, at most 500 at a time as a JSON array, until none are left.
 * Returns how many rows were written.
 */
export async function inBatches(
  store: Pick<Unit, 'rows'>,
  find: Batch['find'],
  values: Values,
  write: (ids: string) => Promise<number>,
): Promise<number> {
  for (let written = 0; ;) {
    const rows = await store.rows(find, values);
    // In ascending order, so that concurrent transactions lock the rows in the same order.
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
    if (ids.length > 0) written += await write(JSON.stringify(ids));
    if (ids.length < SIZE) return written;
  }
}
