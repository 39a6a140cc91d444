import { setImmediate } from 'node:timers/promises';
import { TextParam } from '../http/input/params.js';
import type { Page, PageParams } from '../http/pagination/page.js';

/** Items of a list or a conversation on one page. */
const ITEMS_PER_PAGE = 20;

/** The query of pages with a list. */
export class CursorParams {
  @TextParam({ description: 'Start of the list.', required: false, blank: true, max: 8_192 })
  cursor?: string;
}

/** The parameters of the list that a page shows. */
export const keysetPage = (cursor?: string, perPage = ITEMS_PER_PAGE): PageParams => ({
  pagination: 'keyset',
  per_page: perPage,
  ...(cursor ? { cursor } : {}),
});

/** The cursor of the next page, or null at the end of the list. */
export const nextCursor = ({ position }: Pick<Page<unknown>, 'position'>): string | null =>
  'next' in position ? position.next : null;

/** All items of a page. Long texts are read in groups, so that only one group of rows is in memory at once. */
export async function readItems<Row, Item>(
  { items, groups }: Pick<Page<Row>, 'items' | 'groups'>,
  view: (row: Row) => Item | Promise<Item>,
): Promise<Item[]> {
  const views: Item[] = [];
  for (const row of items) views.push(await view(row));
  for (const read of groups ?? []) {
    for (const row of await read()) views.push(await view(row));
    // Other requests run between two groups, also if the database answers at once.
    await setImmediate();
  }
  return views;
}
