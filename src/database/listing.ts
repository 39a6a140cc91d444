import { countTo, countUnlessLong } from './counting.js';
import { Invalid } from '../http/errors/errors.js';
import { MAX_COUNT, MAX_OFFSET, type Page, type PageParams } from '../http/pagination/page.js';
import type { Database } from './database.js';
import { statement, type Statement, type Values } from './statement.js';

/** A position in the order `(created_at, id)` of a list. */
interface Keyed {
  key_created_at: number;
  key_id: number;
}

export interface ListingText<Filter extends string> {
  /** The listed table and its alias, which the order refers to: `notes n`. */
  table: string;
  /** Under the same alias, with `id` and `created_at`: what a page is found in, if not in the table itself. */
  foundIn?: string;
  /** Joins the conditions need. The rows of the page are found with these alone. */
  filterJoins?: string;
  where: string;
  /** Conditions a request may add. */
  filters?: Record<Filter, string>;
  /** Joins only the columns need: made for the rows of one page. */
  joins?: string;
  columns: string;
}

export interface ListingOptions<Filter extends string> {
  filters?: readonly Filter[];
  /** How many rows it has, where that is counted already; whatever is beyond `MAX_COUNT` says it has more. */
  total?: number | Promise<number>;
}

interface Statements<Row> {
  count: Statement<{ total: number }>;
  offset: Statement<Row & Keyed>;
  first: Statement<Row & Keyed>;
  after: Statement<Row & Keyed>;
}

/**
 * A list of rows in the order of `(created_at, id)`, one way or the other. All its statements have fixed
 * text, built once for each set of filters. The ids of a page are taken from the index first and the rest
 * of their rows is joined to them, so that a page costs the same wherever it is. The index has to have all
 * the conditions ask of the table: else a server database would rather read the list from its beginning than
 * begin at a cursor.
 */
export class Listing<Row, Filter extends string = never> {
  private readonly built = new Map<string, Statements<Row>>();

  constructor(private readonly text: ListingText<Filter>) {}

  async page(
    database: Database,
    params: PageParams,
    order: 'asc' | 'desc',
    values: Values,
    { filters = [], total }: ListingOptions<Filter> = {},
  ): Promise<Page<Row>> {
    const statements = this.statements(order, filters);
    const perPage = params.per_page ?? 20;
    return params.pagination === 'keyset'
      ? keysetPage(database, statements, params.cursor, perPage, values)
      : offsetPage(database, statements, { page: params.page ?? 1, perPage, total }, values);
  }

  private statements(order: 'asc' | 'desc', filters: readonly Filter[]): Statements<Row> {
    const name = [order, ...filters].join();
    let statements = this.built.get(name);
    if (!statements) this.built.set(name, (statements = this.build(order, filters)));
    return statements;
  }

  private build(order: 'asc' | 'desc', filters: readonly Filter[]): Statements<Row> {
    const { table, foundIn = table, filterJoins = '', joins = '', columns } = this.text;
    const alias = table.split(' ')[1] ?? table;
    const conditions = [this.text.where, ...filters.map((name) => this.text.filters?.[name] ?? '')];
    const from = `FROM ${foundIn} ${filterJoins} WHERE ${conditions.map((text) => `(${text})`).join(' AND ')}`;
    const by = (name: string) => `ORDER BY ${name}.created_at ${order}, ${name}.id ${order}`;
    const rows = (ids: string) =>
      statement<Row & Keyed>(`
        SELECT ${columns}, ${alias}.created_at AS key_created_at, ${alias}.id AS key_id
        FROM (SELECT ${alias}.id, ${alias}.created_at ${ids}) some
        JOIN ${table} ON ${alias}.id = some.id ${joins} ${by('some')}`);
    const beyond = order === 'asc' ? '>' : '<';
    // The first comparison alone fits the index; a row constructor would not be used by every optimizer.
    const after = `AND ${alias}.created_at ${beyond}= :key_created_at
      AND (${alias}.created_at ${beyond} :key_created_at OR ${alias}.id ${beyond} :key_id)`;
    return {
      count: statement(`SELECT COUNT(*) AS total FROM (SELECT 1 ${from} LIMIT :limit) some`),
      offset: rows(`${from} ${by(alias)} LIMIT :limit OFFSET :offset`),
      first: rows(`${from} ${by(alias)} LIMIT :limit`),
      after: rows(`${from} ${after} ${by(alias)} LIMIT :limit`),
    };
  }
}

async function offsetPage<Row>(
  database: Database,
  { count, offset }: Statements<Row>,
  {
    page,
    perPage,
    total: known,
  }: { page: number; perPage: number; total?: number | Promise<number> },
  values: Values,
): Promise<Page<Row>> {
  const start = (page - 1) * perPage;
  if (start > MAX_OFFSET) {
    throw new Invalid({
      page: [`is too far (rows beyond ${MAX_OFFSET} are reached with pagination=keyset)`],
    });
  }
  const [total, rows] = await Promise.all([
    known ?? countUnlessLong(database, count, values),
    // One row more than asked for tells whether there is a next page.
    database.rows(offset, { limit: perPage + 1, offset: start, ...values }),
  ]);
  const isCounted = total <= MAX_COUNT;
  const lastPage = (length: number) => Math.max(1, Math.ceil(length / perPage));
  const pageBefore = async () => {
    if (isCounted) return Math.min(page - 1, lastPage(total));
    return rows.length > 0 ? page - 1 : lastPage(await countTo(database, count, values, start));
  };
  return {
    items: rows.slice(0, perPage),
    perPage,
    position: {
      page,
      total: isCounted ? total : null,
      prev: page > 1 ? await pageBefore() : null,
      hasNext: rows.length > perPage,
    },
  };
}

async function keysetPage<Row>(
  database: Database,
  { first, after }: Statements<Row>,
  cursor: string | undefined,
  perPage: number,
  values: Values,
): Promise<Page<Row>> {
  const limit = { limit: perPage + 1 };
  const rows = cursor
    ? await database.rows(after, { ...values, ...limit, ...readCursor(cursor) })
    : await database.rows(first, { ...values, ...limit });
  const items = rows.slice(0, perPage);
  const last = items.at(-1);
  return {
    items,
    perPage,
    position: { next: rows.length > perPage && last ? writeCursor(last) : null },
  };
}

const writeCursor = ({ key_created_at, key_id }: Keyed) =>
  Buffer.from(`${key_created_at}.${key_id}`).toString('base64url');

/** @throws Invalid when the text is no cursor this service wrote */
export function readCursor(cursor: string): { key_created_at: number; key_id: number } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, createdAt, id] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  const canonical = Buffer.from(text).toString('base64url') === cursor;
  if (!createdAt || !id || !canonical) throw new Invalid({ cursor: ['is invalid'] });
  return { key_created_at: Number(createdAt), key_id: Number(id) };
}
