import { setTimeout as delay } from 'node:timers/promises';

type ReadRows = <Result>(sql: string) => Promise<Result[]>;

/**
 * InnoDB notes in memory when rows of a table were last changed, and which id is next. Flushing a table or restarting
 * the server can forget the time, which then counts as a change. UPDATE_TIME has whole seconds.
 */
const STATE = `SELECT table_name AS name, CAST(auto_increment AS CHAR) AS next,
    CAST(create_time AS CHAR) AS created, CAST(update_time AS CHAR) AS updated,
    update_time IS NOT NULL AND ABS(TIMESTAMPDIFF(SECOND, update_time, NOW())) < 2 AS recent
  FROM information_schema.tables
  WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name`;

export interface TableState {
  name: string;
  /** MySQL has none until somebody uses a new table. */
  next: string | null;
  created: string | null;
  updated: string | null;
  recent: number | string;
}

const PAUSE_MS = 500;
/** A service that has just stopped needs four. */
const ATTEMPTS = 10;

export const tableStates = (rows: ReadRows): Promise<TableState[]> => rows<TableState>(STATE);

/** True if no row and no table of the database has changed in between. Notices changes that add no row, too. */
export function areEqual(before: readonly TableState[], after: readonly TableState[]): boolean {
  const isEqual = (one: TableState, other: TableState | undefined) =>
    one.name === other?.name &&
    one.created === other.created &&
    one.updated === other.updated &&
    (one.next === other.next || one.next === null || other.next === null);
  return before.length === after.length && before.every((one, n) => isEqual(one, after[n]));
}

/**
 * Like `tableStates`. Waits until no change is recent: a later change in the same second would give the same states.
 *
 * @returns null if changes go on
 */
export async function settledTableStates(rows: ReadRows): Promise<TableState[] | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const states = await tableStates(rows);
    if (states.every(({ recent }) => Number(recent) === 0)) return states;
    await delay(PAUSE_MS);
  }
  return null;
}
