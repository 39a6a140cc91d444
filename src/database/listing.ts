import { cappedCount, countUpTo, type CountStatement } from './capped-count.js';
import type { Database } from './database.js';
import { statement, type Statement, type Values } from './statement.js';

export type Order = 'asc' | 'desc';

/** The times that a list can be ordered by. */
export type OrderColumn = 'created_at' | 'updated_at';

/** The position of a row in the order of its list: a time and the id. */
export interface Position {
  key_time: number;
  key_id: number;
}

export interface CountedRows<Row> {
  rows: (Row & Position)[];
  /** How many rows the whole list has, counted up to `cap + 1`. */
  total: number;
}

/** A list in the order `(created_at, id)` or `(updated_at, id)`, of which a caller reads a part. */
export interface OrderedRows<Row> {
  /** Like `fromOffset`, with the total. If the list exceeded the cap, that count is reused for ten seconds. */
  countedFromOffset(offset: number, limit: number, cap: number): Promise<CountedRows<Row>>;
  countUpTo(limit: number): Promise<number>;
  fromOffset(offset: number, limit: number): Promise<(Row & Position)[]>;
  /** The rows after a position; from the first row if there is none. */
  after(position: Position | null, limit: number): Promise<(Row & Position)[]>;
}

/** A part of a list that an index has in the order of the list. */
export interface ListingPart {
  /** Where a page's rows are found, if not in the table: a source with the same alias, `id` and `created_at`. */
  source?: string;
  /** Joins that the conditions need. */
  filterJoins?: string;
  where: string;
}

export interface ListingText<Filter extends string> extends ListingPart {
  /** The listed table and its alias, which the order refers to: `notes n`. */
  table: string;
  /**
   * More parts, if one index range would contain rows that the viewer cannot see. The parts have no rows in common. Each
   * is read up to the end of the page, so that the cost does not depend on the hidden rows.
   */
  more?: readonly ListingPart[];
  /** Conditions that a request may add. */
  filters?: Record<Filter, string>;
  /** Joins that only the columns need. They run for the rows of one page. */
  joins?: string;
  columns: string;
}

interface Statements<Row> {
  count: CountStatement;
  /** Each row has the total too, which saves a second statement: 80 µs on a page. */
  counted: Statement<Row & Position & { list_total: number }>;
  offset: Statement<Row & Position>;
  first: Statement<Row & Position>;
  after: Statement<Row & Position>;
}

/**
 * The SQL of a list in the order `(created_at, id)`, or `(updated_at, id)` if the table has an index for it. Statements
 * have fixed text, built once per order and set of filters. A page takes its ids from the index first and then joins
 * the rest, so it costs the same wherever it is. The index must cover all conditions; otherwise MariaDB scans the list
 * from its start instead of from the cursor.
 */
export class Listing<Row, Filter extends string = never> {
  private readonly built = new Map<string, Statements<Row>>();

  constructor(private readonly text: ListingText<Filter>) {}

  rows(
    database: Database,
    order: Order,
    values: Values,
    filters: readonly Filter[] = [],
    by: OrderColumn = 'created_at',
  ): OrderedRows<Row> {
    const { count, counted, offset, first, after } = this.statements(order, filters, by);
    const between = (start: number, limit: number) => ({
      ...values,
      limit,
      offset: start,
      reach: start + limit,
    });
    const countTo = (limit: number) => countUpTo(database, count, values, limit);
    return {
      async countedFromOffset(start, limit, cap) {
        let rows: (Row & Position)[] | undefined;
        const total = await cappedCount(database, count, values, cap, async () => {
          const page = { ...between(start, limit), count_limit: cap + 1 };
          const found = (rows = await database.rows(counted, page));
          return found[0]?.list_total ?? (start === 0 ? 0 : countTo(cap + 1));
        });
        return { rows: rows ?? (await database.rows(offset, between(start, limit))), total };
      },
      countUpTo: countTo,
      fromOffset: (start, limit) => database.rows(offset, between(start, limit)),
      after: (position, limit) =>
        position
          ? database.rows(after, { ...values, limit, reach: limit, ...position })
          : database.rows(first, { ...values, limit, reach: limit }),
    };
  }

  private statements(order: Order, filters: readonly Filter[], by: OrderColumn): Statements<Row> {
    const key = [by, order, ...filters].join();
    let statements = this.built.get(key);
    if (!statements) this.built.set(key, (statements = this.build(order, filters, by)));
    return statements;
  }

  private build(order: Order, filters: readonly Filter[], by: OrderColumn): Statements<Row> {
    const { table, joins = '', columns, more = [] } = this.text;
    const alias = table.split(' ')[1] ?? table;
    const filterConditions = filters.map((name) => ` AND (${this.text.filters?.[name] ?? ''})`);
    const parts = [this.text, ...more].map(
      ({ source = table, filterJoins = '', where }) =>
        `FROM ${source} ${filterJoins} WHERE (${where})${filterConditions.join('')}`,
    );
    const inOrder = (name: string) => `ORDER BY ${name}.${by} ${order}, ${name}.id ${order}`;
    const ids = (rest: string) => `SELECT ${alias}.id, ${alias}.${by} ${rest}`;
    const union = (selects: string[]) =>
      selects.map((select, n) => `SELECT * FROM (${select}) h${n}`).join(' UNION ALL ');
    const page = (position: string, limit: string) => {
      const upTo = (end: string) =>
        parts.map((part) => ids(`${part} ${position} ${inOrder(alias)} LIMIT ${end}`));
      if (parts.length === 1) return upTo(limit).join('');
      return `SELECT id, ${by} FROM (${union(upTo(':reach'))}) heads ${inOrder('heads')} LIMIT ${limit}`;
    };
    const rows = (position: string, limit: string, more = '') =>
      statement<Row & Position & { list_total: number }>(`
        SELECT ${columns}, ${alias}.${by} AS key_time, ${alias}.id AS key_id${more}
        FROM (${page(position, limit)}) page
        JOIN ${table} ON ${alias}.id = page.id ${joins} ${inOrder('page')}`);
    const totalUpTo = (limit: string) =>
      `SELECT COUNT(*) AS total FROM (${oneForEach(parts, limit)}) capped`;
    const beyond = order === 'asc' ? '>' : '<';
    // The first comparison fits the index. MariaDB would not use the index for a row constructor.
    const after = `AND ${alias}.${by} ${beyond}= :key_time
      AND (${alias}.${by} ${beyond} :key_time OR ${alias}.id ${beyond} :key_id)`;
    return {
      count: statement(totalUpTo(':limit')),
      counted: rows('', ':limit OFFSET :offset', `, (${totalUpTo(':count_limit')}) AS list_total`),
      offset: rows('', ':limit OFFSET :offset'),
      first: rows('', ':limit'),
      after: rows(after, ':limit'),
    };
  }
}

/** One row for each row of the parts, up to a limit. */
function oneForEach([only = '', ...others]: readonly string[], limit: string): string {
  if (others.length === 0) return `SELECT 1 ${only} LIMIT ${limit}`;
  const parts = [only, ...others].map(
    (from, n) => `SELECT * FROM (SELECT 1 ${from} LIMIT ${limit}) c${n}`,
  );
  return `SELECT 1 FROM (${parts.join(' UNION ALL ')}) all_parts LIMIT ${limit}`;
}
