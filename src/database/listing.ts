import { cappedCount, countUpTo, type CountStatement } from './capped-count.js';
import type { Database } from './database.js';
import { rowBytes, shortTexts, startsOfTexts, wholeTexts, type LongTexts } from './long-texts.js';
import { statement, type Statement, type Values } from './statement.js';

export type Order = 'asc' | 'desc';

/** The times that a list can be ordered by. */
export type OrderColumn = 'created_at' | 'updated_at';

/** The position of a row in the order of its list: a time and the id. */
export interface Position {
  key_time: number;
  key_id: number;
}

/** A row of a page. */
export interface Found extends Position {
  /** Only in lists with long texts. Above `rowBytes` of the page's limit, the texts of the row are null. */
  text_bytes?: number;
}

export interface CountedRows<Row> {
  rows: (Row & Found)[];
  /** How many rows the whole list has, counted up to `cap + 1`. */
  total: number;
}

/** A list in the order `(created_at, id)` or `(updated_at, id)`, of which a caller reads a part. */
export interface OrderedRows<Row> {
  /** Like `fromOffset`, with the total. If the list exceeded the cap, that count is reused for ten seconds. */
  countedFromOffset(offset: number, limit: number, cap: number): Promise<CountedRows<Row>>;
  countUpTo(limit: number): Promise<number>;
  fromOffset(offset: number, limit: number): Promise<(Row & Found)[]>;
  /** The rows after a position; from the first row if there is none. */
  after(position: Position | null, limit: number): Promise<(Row & Found)[]>;
  /** The rows with these ids and all their texts, in the order of the ids, without those that have left the list. */
  whole(ids: readonly number[]): Promise<Row[]>;
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
  /** Columns with long texts, by their names in a row. A page with too many bytes of them is read in parts. */
  texts?: LongTexts;
  /** Characters of each long text that `whole` reads, if not all. */
  textStart?: number;
}

interface Statements<Row> {
  count: CountStatement;
  /** Each row has the total too, which saves a second statement: 80 µs on a page. */
  counted: Statement<Row & Found & { list_total: number }>;
  offset: Statement<Row & Found>;
  first: Statement<Row & Found>;
  after: Statement<Row & Found>;
  whole: Statement<Row & Found>;
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

  /** The same list for callers that do not show a long text, which is then not read. */
  without<Name extends keyof Row & string>(name: Name): Listing<Omit<Row, Name>, Filter> {
    const { texts = {}, ...text } = this.text;
    const left = Object.entries(texts).filter(([other]) => other !== name);
    return new Listing({
      ...text,
      ...(left.length > 0 ? { texts: Object.fromEntries(left) } : {}),
    });
  }

  /** The same list for callers that show only the first characters of long texts. Each row has the size of the whole. */
  withStarts(characters: number): Listing<Row & Required<Pick<Found, 'text_bytes'>>, Filter> {
    return new Listing({ ...this.text, textStart: characters });
  }

  rows(
    database: Database,
    order: Order,
    values: Values,
    filters: readonly Filter[] = [],
    by: OrderColumn = 'created_at',
  ): OrderedRows<Row> {
    const { count, counted, offset, first, after, whole } = this.statements(order, filters, by);
    const upTo = (limit: number) => ({ ...values, limit, row_bytes: rowBytes(limit) });
    const between = (start: number, limit: number) => ({
      ...upTo(limit),
      offset: start,
      reach: start + limit,
    });
    const countTo = (limit: number) => countUpTo(database, count, values, limit);
    return {
      async countedFromOffset(start, limit, cap) {
        let rows: (Row & Found)[] | undefined;
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
          ? database.rows(after, { ...upTo(limit), reach: limit, ...position })
          : database.rows(first, { ...upTo(limit), reach: limit }),
      async whole(ids) {
        const rows = await database.rows(whole, { ...values, ids: JSON.stringify(ids) });
        const found = new Map(rows.map((row) => [row.key_id, row]));
        return ids.flatMap((id) => found.get(id) ?? []);
      },
    };
  }

  private statements(order: Order, filters: readonly Filter[], by: OrderColumn): Statements<Row> {
    const key = [by, order, ...filters].join();
    let statements = this.built.get(key);
    if (!statements) this.built.set(key, (statements = this.build(order, filters, by)));
    return statements;
  }

  private build(order: Order, filters: readonly Filter[], by: OrderColumn): Statements<Row> {
    const { table, joins = '', columns, texts, textStart, more = [] } = this.text;
    const alias = table.split(' ')[1] ?? table;
    const lists = [this.text, ...more].map(
      ({ source = table, filterJoins = '', where }) =>
        `FROM ${source} ${filterJoins} WHERE (${where})`,
    );
    const filterConditions = filters.map((name) => ` AND (${this.text.filters?.[name] ?? ''})`);
    const parts = lists.map((list) => list + filterConditions.join(''));
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
    const select = (found: string, long: (texts: LongTexts) => string, more = '') =>
      statement<Row & Found & { list_total: number }>(`
        SELECT ${columns}${texts ? `, ${long(texts)}` : ''}, ${alias}.${by} AS key_time, ${alias}.id AS key_id${more}
        FROM (${found}) page
        JOIN ${table} ON ${alias}.id = page.id ${joins} ${inOrder('page')}`);
    const rows = (position: string, limit: string, more?: string) =>
      select(page(position, limit), shortTexts, more);
    const totalUpTo = (limit: string) =>
      `SELECT COUNT(*) AS total FROM (${oneForEach(parts, limit)}) capped`;
    const given = lists.map((list) => ids(`${list} AND ${alias}.id IN (:ids...)`));
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
      // Without the filters: a row that has changed since its page was read still belongs to that page.
      whole: select(
        lists.length === 1 ? given.join('') : `SELECT id, ${by} FROM (${union(given)}) given`,
        textStart === undefined ? wholeTexts : (long) => startsOfTexts(long, textStart),
      ),
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
