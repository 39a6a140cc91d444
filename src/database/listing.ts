import { cappedCount, countUpTo, type CountStatement } from './capped-count.js';
import type { Database } from './database.js';
import { statement, type Statement, type Values } from './statement.js';

export type Order = 'asc' | 'desc';

/** The times and the name that a list can be ordered by. */
export type OrderColumn = 'created_at' | 'updated_at' | 'name_key';

/** The position of a row in the order of its list: a time or a name, and the id. */
export interface Position {
  sort_key: number | string;
  key_id: number;
}

export interface CountedRows<Row> {
  rows: (Row & Position)[];
  /** How many rows the whole list has, counted up to `cap + 1`. */
  total: number;
}

/** A list in the order of a time or a name, and then of the id, of which a caller reads a part. */
export interface OrderedRows<Row> {
  readonly by: OrderColumn;
  /** A page with the total of the list. If the list exceeded the cap, that count is reused for ten seconds. */
  countedFromOffset(offset: number, limit: number, cap: number): Promise<CountedRows<Row>>;
  countUpTo(limit: number): Promise<number>;
  /** How many rows the whole list has, counted up to `cap + 1`. As with `countedFromOffset`, a long list is remembered. */
  countCapped(cap: number): Promise<number>;
  /** The rows after a position; from the first row if there is none. */
  after(position: Position | null, limit: number): Promise<(Row & Position)[]>;
  /** Where the list continues after rows that do not fill a page; null at its end. See `ListingWindow`. */
  continuation(position: Position | null, rows: readonly Position[]): Promise<Position | null>;
}

/** How many rows are examined for a page, for a list of which very many rows can be hidden from the viewer. */
export interface ListingWindow {
  /** Conditions on the first columns of an index that has the order of the list. */
  range: string;
  /** The columns that the conditions and their joins need. */
  columns: string;
  size: number;
}

export interface ListingText {
  /** The listed table and its alias, which the order refers to: `notes n`. */
  table: string;
  /** Where a page's rows are found, if not in the table: a source with the same alias, `id` and `created_at`. */
  source?: string;
  /** Joins that the conditions need. */
  filterJoins?: string;
  where: string;
  window?: ListingWindow;
  /** Conditions that a request may add, by the name of the parameter. A condition can have its value: `:name`. */
  filters?: Record<string, string>;
  /** Joins that only the columns need. They run for the rows of one page. */
  joins?: string;
  columns: string;
}

interface Statements<Row> {
  count: CountStatement;
  /** Each row has the total too, which saves a second statement: 80 µs on a page. */
  counted: Statement<Row & Position & { list_total: number }>;
  offset: Statement<Row & Position>;
  after: Statement<Row & Position>;
  /** Only in lists with a window. */
  lastExamined?: Statement<Position>;
}

/** Before the first row of a list. */
function startOf(order: Order, by: OrderColumn): Position {
  const farthest = order === 'asc' ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  if (by !== 'name_key') return { sort_key: farthest, key_id: farthest };
  // Not an empty text: for servers, control characters come before it.
  return { sort_key: order === 'asc' ? '\0' : '\u{10ffff}', key_id: farthest };
}

/**
 * Rows that are examined at first, by the number of wanted rows: few rows are hidden from most viewers. A whole window
 * would take MariaDB 50 ms even then, because it stores the window before it looks at the first row.
 */
const LIKELY = 10;

/**
 * The SQL of a list in the order `(created_at, id)`, or of another column and the id if the table has an index for it. Statements
 * have fixed text, built once per order and set of filters. A page takes its ids from the index first and then joins
 * the rest, so it costs the same wherever it is. The index must cover all conditions; otherwise MariaDB scans the list
 * from its start instead of from the cursor.
 */
export class Listing<Row> {
  private readonly built = new Map<string, Statements<Row>>();

  constructor(private readonly text: ListingText) {}

  /** @param params the parameters of a request. Those with the name of a filter add its condition */
  rows(
    database: Database,
    order: Order,
    where: Values,
    params: object = {},
    by: OrderColumn = 'created_at',
  ): OrderedRows<Row> {
    const given = givenFilters(this.text, params);
    const values = { ...where, ...given };
    const filters = Object.keys(given);
    const { count, counted, offset, after, lastExamined } = this.statements(order, filters, by);
    const { window } = this.text;
    const between = (start: number, limit: number) => ({ ...values, limit, offset: start });
    const examine = async (query: Statement<Row & Position>, page: Values, likely: number) => {
      if (!window) return database.rows(query, page);
      const rows = await database.rows(query, { ...page, examined: Math.min(likely, window.size) });
      if (rows.length === page['limit'] || likely >= window.size) return rows;
      return database.rows(query, { ...page, examined: window.size });
    };
    const fromOffset = (start: number, limit: number) =>
      examine(offset, between(start, limit), start + LIKELY * limit);
    const countTo = (limit: number) => countUpTo(database, count, values, limit);
    const first = startOf(order, by);
    return {
      by,
      async countedFromOffset(start, limit, cap) {
        let rows: (Row & Position)[] | undefined;
        const total = await cappedCount(database, count, values, cap, async () => {
          if (start + limit > cap + 1) return countTo(cap + 1);
          const page = { ...between(start, limit), count_limit: cap + 1 };
          const found = (rows = await database.rows(counted, page));
          return found[0]?.list_total ?? (start === 0 ? 0 : countTo(cap + 1));
        });
        return { rows: rows ?? (await fromOffset(start, limit)), total };
      },
      countUpTo: countTo,
      countCapped: (cap) => cappedCount(database, count, values, cap, () => countTo(cap + 1)),
      after: (position, limit) =>
        examine(after, { ...values, limit, ...(position ?? first) }, LIKELY * limit),
      async continuation(position, rows) {
        if (!lastExamined) return null;
        const given = { ...values, ...(position ?? first) };
        const [end] = await database.rows(lastExamined, given);
        const last = rows.at(-1);
        // Rows that were added meanwhile can move the end of the window to a place before the last row.
        return end && last && isBefore(end, last, order) ? last : (end ?? null);
      },
    };
  }

  private statements(order: Order, filters: readonly string[], by: OrderColumn): Statements<Row> {
    const key = [by, order, ...filters].join();
    let statements = this.built.get(key);
    if (!statements) this.built.set(key, (statements = this.build(order, filters, by)));
    return statements;
  }

  private build(order: Order, filters: readonly string[], by: OrderColumn): Statements<Row> {
    const { table, source = table, filterJoins = '', where, window } = this.text;
    const { joins = '', columns } = this.text;
    const alias = table.split(' ')[1] ?? table;
    const inOrder = (name: string) => `ORDER BY ${name}.${by} ${order}, ${name}.id ${order}`;
    const conditions = `(${where})${filters.map((name) => ` AND (${this.text.filters?.[name] ?? ''})`).join('')}`;
    const list = (position: string, examined: string) => {
      if (!window) return `FROM ${source} ${filterJoins} WHERE ${conditions} ${position}`;
      return `FROM (SELECT ${window.columns} FROM ${table} WHERE ${window.range} ${position}
        ${inOrder(alias)} LIMIT ${examined}) ${alias} ${filterJoins} WHERE ${conditions}`;
    };
    const ids = (rest: string) => `SELECT ${alias}.id, ${alias}.${by} ${rest}`;
    const page = (position: string, limit: string, examined = ':examined') =>
      ids(`${list(position, examined)} ${inOrder(alias)} LIMIT ${limit}`);
    const rows = (found: string, more = '') =>
      statement<Row & Position & { list_total: number }>(`
        SELECT ${columns}, ${alias}.${by} AS sort_key, ${alias}.id AS key_id${more}
        FROM (${found}) page
        JOIN ${table} ON ${alias}.id = page.id ${joins} ${inOrder('page')}`);
    const size = String(window?.size);
    const totalUpTo = (limit: string) =>
      `SELECT COUNT(*) AS total FROM (SELECT 1 ${list('', size)} LIMIT ${limit}) capped`;
    const beyond = order === 'asc' ? '>' : '<';
    // The first comparison fits the index. MariaDB would not use the index for a row constructor.
    const after = `AND ${alias}.${by} ${beyond}= :sort_key
      AND (${alias}.${by} ${beyond} :sort_key OR ${alias}.id ${beyond} :key_id)`;
    const positionAt = (range: string, size: number) =>
      statement<Position>(`SELECT ${alias}.${by} AS sort_key, ${alias}.id AS key_id FROM ${table}
        WHERE ${range} ${after} ${inOrder(alias)} LIMIT 1 OFFSET ${size - 1}`);
    // One pass through a window: to look up who sees its rows takes longer than to store those of a long list.
    const countedInWindow = `SELECT id, ${by}, COUNT(*) OVER () AS list_total
      FROM (${page('', ':count_limit', size)}) capped ${inOrder('capped')} LIMIT :limit OFFSET :offset`;
    return {
      count: statement(totalUpTo(':limit')),
      counted: window
        ? rows(countedInWindow, ', page.list_total')
        : rows(page('', ':limit OFFSET :offset'), `, (${totalUpTo(':count_limit')}) AS list_total`),
      offset: rows(page('', ':limit OFFSET :offset')),
      after: rows(page(after, ':limit')),
      ...(window ? { lastExamined: positionAt(window.range, window.size) } : {}),
    };
  }
}

/** The filters of a list that the parameters of a request add, with their values. Empty texts do not count. */
export function givenFilters(
  { filters = {} }: Pick<ListingText, 'filters'>,
  params: object,
): Values {
  const given: Values = {};
  for (const name of Object.keys(filters)) {
    const value = (params as Partial<Values>)[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  return given;
}

/** Whether `a` comes before `b` in this order. */
function isBefore(a: Position, b: Position, order: Order): boolean {
  const [low, high] = order === 'asc' ? [a, b] : [b, a];
  return low.sort_key === high.sort_key ? low.key_id < high.key_id : low.sort_key < high.sort_key;
}
