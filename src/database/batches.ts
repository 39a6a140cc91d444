import { serverList, statement, type Statement, type Values } from './statement.js';
import type { Unit } from './unit.js';

/**
 * Writes rows that meet a condition, some at a time. It reads the ids first: a server that searches while it writes
 * would wait for rows that other transactions have just inserted.
 */
export interface Batch {
  readonly find: Statement<{ id: number }>;
  /** `:ids` is a JSON array. */
  readonly write: Statement;
}

const find = (table: string, where: string) =>
  statement<{ id: number }>(`SELECT id FROM ${table} WHERE ${where} LIMIT :limit`);

/**
 * The ids as a table, for servers. The statements below join it with STRAIGHT_JOIN, which fixes the join order: for a
 * list longer than the table, the server would otherwise scan the table and wait for every locked row.
 */
const SERVER_IDS = serverList('ids');
const BY_ID = 'id = row_id';

/** Rows by their ids, to be locked. The list is in a subquery, because MySQL cannot lock a row of JSON_TABLE. */
export const rowsById = (table: string): Statement<{ id: number }> => ({
  ...statement(`SELECT id FROM ${table} WHERE id IN (:ids...)`),
  onServer: statement(
    `SELECT id FROM (SELECT row_id FROM ${SERVER_IDS}) list STRAIGHT_JOIN ${table} ON ${BY_ID}`,
  ),
});

/** The row `:id`, to be locked, if it meets the condition. */
export const rowById = (table: string, condition = 'TRUE') =>
  statement<{ id: number }>(`SELECT id FROM ${table} WHERE id = :id AND ${condition}`);

export const changeRow = (table: string, changes: string) =>
  statement(`UPDATE ${table} SET ${changes} WHERE id = :id`);

/** Deletes by id only: no other request changes which owner a row belongs to. */
export const deleteBatch = (table: string, where: string): Batch => ({
  find: find(table, where),
  write: {
    ...statement(`DELETE FROM ${table} WHERE id IN (:ids...)`),
    onServer: statement(`DELETE ${table} FROM ${SERVER_IDS} STRAIGHT_JOIN ${table} ON ${BY_ID}`),
  },
});

/** Lists in `sql` become JSON_TABLE too: the engine reads only one level of `onServer`. */
const serverText = (sql: string): Statement => {
  const compiled = statement(sql);
  return compiled.onServer ?? compiled;
};

/** The changes must make the condition false, otherwise the batches never end. */
export const updateBatch = (table: string, changes: string, where: string): Batch => ({
  find: find(table, where),
  write: {
    ...statement(`UPDATE ${table} SET ${changes} WHERE id IN (:ids...) AND ${where}`),
    onServer: serverText(
      `UPDATE ${SERVER_IDS} STRAIGHT_JOIN ${table} ON ${BY_ID} SET ${changes} WHERE ${where}`,
    ),
  },
});

interface BatchIds {
  /** A JSON array. */
  ids: string;
  count: number;
  /** There may be more rows. */
  isFull: boolean;
}

/** The next rows that meet the condition, at most `limit`. */
export async function nextBatch(
  store: Pick<Unit, 'rows'>,
  { find }: Batch,
  values: Values,
  limit: number,
): Promise<BatchIds> {
  const rows = await store.rows(find, { ...values, limit });
  // In ascending order, so that concurrent transactions lock the rows in the same order.
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  return { ids: JSON.stringify(ids), count: ids.length, isFull: ids.length === limit };
}
