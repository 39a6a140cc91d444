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
