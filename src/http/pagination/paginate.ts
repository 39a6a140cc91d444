import type { OrderedRows } from '../../database/listing.js';
import { Invalid } from '../errors/errors.js';
import { readCursor, writeCursor } from './cursor.js';
import { MAX_COUNT, MAX_OFFSET, type Page, type PageParams } from './page.js';

/**
 * Reads one page of a list, by offset or by cursor.
 *
 * @throws Invalid the page starts beyond `MAX_OFFSET`, or the cursor is not one of ours
 */
export function paginate<Row>(rows: OrderedRows<Row>, params: PageParams): Promise<Page<Row>> {
  const perPage = params.per_page ?? 20;
  return params.pagination === 'keyset'
    ? keysetPage(rows, params.cursor, perPage)
    : offsetPage(rows, params.page ?? 1, perPage);
}

/** How many items a list has, as its offset pages say: null above `MAX_COUNT`. */
export async function countItems(list: OrderedRows<unknown>): Promise<number | null> {
  const total = await list.countCapped(MAX_COUNT);
  return total <= MAX_COUNT ? total : null;
}

async function offsetPage<Row>(
  list: OrderedRows<Row>,
  page: number,
  perPage: number,
): Promise<Page<Row>> {
  const start = (page - 1) * perPage;
  if (start > MAX_OFFSET) {
    throw new Invalid({
      page: [`is too far (rows beyond ${MAX_OFFSET} are reached with pagination=keyset)`],
    });
  }
  // One extra row tells whether there is a next page.
  const limit = perPage + 1;
  const { total, rows } = await list.countedFromOffset(start, limit, MAX_COUNT);
  const isCounted = total <= MAX_COUNT;
  const lastPage = (length: number) => Math.max(1, Math.ceil(length / perPage));
  const previousPage = async () => {
    if (isCounted) return Math.min(page - 1, lastPage(total));
    return rows.length > 0 ? page - 1 : lastPage(await list.countUpTo(start));
  };
  return {
    items: rows.slice(0, perPage),
    perPage,
    position: {
      page,
      total: isCounted ? total : null,
      prev: page > 1 ? await previousPage() : null,
      hasNext: rows.length > perPage,
    },
  };
}

async function keysetPage<Row>(
  list: OrderedRows<Row>,
  cursor: string | undefined,
  perPage: number,
): Promise<Page<Row>> {
  const position = cursor ? readCursor(cursor, list.by) : null;
  const rows = await list.after(position, perPage + 1);
  const items = rows.slice(0, perPage);
  const end = rows.length > perPage ? items.at(-1) : await list.continuation(position, items);
  const next = end ? writeCursor(end) : null;
  return { items, perPage, position: { next } };
}
