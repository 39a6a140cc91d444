import type { Database } from './database.js';
import type { Statement, Values } from './statement.js';
import { MAX_COUNT } from '../http/pagination/page.js';

/** How many rows a list has, up to the limit. */
export const countTo = async (
  database: Database,
  count: Statement<{ total: number }>,
  values: Values,
  limit: number,
) => (await database.row(count, { limit, ...values }))?.total ?? 0;

/** How long a list that was found too long to be counted is taken for that, in milliseconds. */
const LONG_MS = 10_000;
const MAX_LONG_LISTS = 1_000;
const longLists = new WeakMap<Database, Map<string, number>>();

/** For a database whose rows were exchanged. */
export function forgetLongLists(database: Database): void {
  longLists.delete(database);
}

/**
 * How many rows a list has, up to one more than `MAX_COUNT`: beyond that it has no totals, so for a while
 * nobody has to count it again. One that shrinks below it meanwhile gets its totals back that much later.
 *
 * @param count counts up to `:limit`
 */
export async function countUnlessLong(
  database: Database,
  count: Statement<{ total: number }>,
  values: Values,
): Promise<number> {
  if (isKnownLong(database, count, values)) return MAX_COUNT + 1;
  const total = await countTo(database, count, values, MAX_COUNT + 1);
  if (total > MAX_COUNT) {
    const longUntil = longListsOf(database);
    if (longUntil.size >= MAX_LONG_LISTS) longUntil.clear();
    longUntil.set(nameOf(count, values), Date.now() + LONG_MS);
  }
  return total;
}

/** Whether a list was lately found too long to be counted. */
export const isKnownLong = (database: Database, count: Statement, values: Values): boolean =>
  (longListsOf(database).get(nameOf(count, values)) ?? 0) > Date.now();

function longListsOf(database: Database): Map<string, number> {
  let lists = longLists.get(database);
  if (!lists) longLists.set(database, (lists = new Map<string, number>()));
  return lists;
}

const nameOf = ({ text }: Statement, values: Values) => text + JSON.stringify(values);
