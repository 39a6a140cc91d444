import { ChoiceParam, IntegerParam, TextParam } from '../http/input/params.js';
import type { Page, PageParams } from '../http/pagination/page.js';

/** Items of a list or a conversation on one page. */
const ITEMS_PER_PAGE = 20;

/** The query of pages with a list that a cursor leads through. */
export class CursorParams {
  @TextParam({ description: 'Start of the list.', required: false, blank: true, max: 8_192 })
  cursor?: string;
}

/** The query of lists with page numbers. */
export class ItemsParams {
  @IntegerParam({
    description: 'Page number, starting at 1.',
    ...{ required: false, min: 1, max: Number.MAX_SAFE_INTEGER, default: 1, clamp: true },
  })
  page?: number;
}

const StateParam = (states: readonly string[]) =>
  ChoiceParam(states, { description: 'Only those in this state.', required: false });

export class IssuesParams extends ItemsParams {
  @StateParam(['opened', 'closed', 'all']) state?: string;
}

export class MergeRequestsParams extends ItemsParams {
  @StateParam(['opened', 'merged', 'closed', 'all']) state?: string;
}

/** The parameters of the list that a page shows, by number. */
export const numberedPage = (page = 1): PageParams => ({
  ...{ pagination: 'offset', per_page: ITEMS_PER_PAGE, page },
});

/** The parameters of the list that a page shows, by cursor. */
export const keysetPage = (cursor?: string, perPage = ITEMS_PER_PAGE): PageParams => ({
  pagination: 'keyset',
  per_page: perPage,
  ...(cursor ? { cursor } : {}),
});

/** The cursor of the next page, or null at the end of the list. */
export const nextCursor = ({ position }: Pick<Page<unknown>, 'position'>): string | null =>
  'next' in position ? position.next : null;
