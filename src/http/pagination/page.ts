import { ChoiceParam, IntegerParam, TextParam } from '../input/params.js';

export const MAX_PER_PAGE = 100;
/** Counting stops here: the totals of longer lists are left out. */
export const MAX_COUNT = 10_000;
/** A page that starts beyond this row has to be reached by keyset. */
export const MAX_OFFSET = 50_000;

/** The parameters of every list. */
export class PageParams {
  @IntegerParam({
    description: 'The page, from 1.',
    required: false,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    default: 1,
    clamp: true,
  })
  page?: number;

  @IntegerParam({
    description: 'Items on a page.',
    required: false,
    min: 1,
    max: MAX_PER_PAGE,
    default: 20,
    clamp: true,
  })
  per_page?: number;

  @ChoiceParam(['offset', 'keyset'], {
    description:
      '`keyset` follows the Link header by cursor: constant cost however long the list, no totals.',
    required: false,
    default: 'offset',
  })
  pagination?: 'offset' | 'keyset';

  @TextParam({
    description: 'Where a keyset page begins: taken from the Link header of the page before.',
    required: false,
    blank: true,
    // As long as an address may be: that a text is no cursor is told in one way.
    max: 8_192,
  })
  cursor?: string;
}

/** One page of a list and what is known of the whole. */
export interface Page<Item> {
  items: Item[];
  perPage: number;
  position: OffsetPosition | KeysetPosition;
}

export interface OffsetPosition {
  page: number;
  /** How many items the list has; null beyond `MAX_COUNT`. */
  total: number | null;
  /** The page before; past the end the last there is. Null on the first. */
  prev: number | null;
  hasNext: boolean;
}

export interface KeysetPosition {
  /** Null at the end of the list. */
  next: string | null;
}

/** The views of a page, to be answered with the pagination headers. */
export class PageAnswer<View> {
  constructor(
    readonly views: View[],
    readonly page: Page<unknown>,
  ) {}
}

export function answerPage<Item, View>(
  page: Page<Item>,
  view: (item: Item) => View,
): PageAnswer<View> {
  return new PageAnswer(page.items.map(view), page);
}
