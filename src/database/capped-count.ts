import type { Database } from './database.js';
import type { Statement, Values } from './statement.js';
import { clockTime } from './clock.js';

/** A statement that counts rows up to `:limit`. */
export type CountStatement = Statement<{ total: number }>;

/** How many rows there are, counted up to the limit. */
export async function countUpTo(
  database: Database,
  count: CountStatement,
  values: Values,
  limit: number,
): Promise<number> {
  return (await database.row(count, { limit, ...values }))?.total ?? 0;
}

/** For this long, in milliseconds, a list that exceeded its cap is not counted again. */
const REMEMBER_MS = 10_000;
const MAX_REMEMBERED = 1_000;
/** When each long list was counted, by statement and values. */
const longLists = new WeakMap<Database, Map<string, number>>();

/** For a database whose rows were replaced. */
export function clearLongLists(database: Database): void {
  longLists.delete(database);
}

/**
 * How many rows there are, counted up to `cap + 1`. That a list exceeds the cap is remembered for ten seconds,
 * because counting 10,000 rows takes MariaDB 9 ms, which is more than reading a page.
 *
 * @param countRows counts up to `cap + 1`, and can read a page too
 */
export async function cappedCount(
  database: Database,
  count: CountStatement,
  values: Values,
  cap: number,
  countRows: () => Promise<number>,
): Promise<number> {
  const key = count.text + JSON.stringify(values);
  if (isRecent(longListsOf(database).get(key))) return cap + 1;
  const total = await countRows();
  if (total > cap) {
    const lists = longListsOf(database);
    if (lists.size >= MAX_REMEMBERED) lists.clear();
    lists.set(key, clockTime());
  }
  return total;
}

/** A clock that was set back must not keep the answer longer. */
const isRecent = (time = 0) => Math.abs(clockTime() - time) < REMEMBER_MS;

function longListsOf(database: Database): Map<string, number> {
  let lists = longLists.get(database);
  if (!lists) longLists.set(database, (lists = new Map<string, number>()));
  return lists;
}
