import { ChoiceParam, IntegerParam, TextParam } from '../input/params.js';
import { Unsupported } from '../input/unsupported.js';

export const MAX_PER_PAGE = 100;
/** Longer lists are not counted to the end and have no totals. */
export const MAX_COUNT = 10_000;
/** A page that starts beyond this row needs keyset pagination. */
export const MAX_OFFSET = 50_000;

/** The parameters of every list. */
@Unsupported('order_by', 'sort')
export class PageParams {
  @IntegerParam({
    description:
      'Page number, starting at 1. Items beyond the first 50,000 need `pagination=keyset`.',
    required: false,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    default: 1,
    clamp: true,
  })
  page?: number;

  @IntegerParam({
    description: 'Number of items per page.',
    required: false,
    min: 1,
    max: MAX_PER_PAGE,
    default: 20,
    clamp: true,
  })
  per_page?: number;

  @ChoiceParam(['offset', 'keyset'], {
    description:
      '`keyset` pages by cursor: follow the Link header. It is fast for lists of any length, but has no totals.',
    required: false,
    default: 'offset',
  })
  pagination?: 'offset' | 'keyset';

  @TextParam({
    description: 'Start of a keyset page. Use the value from the Link header of the previous page.',
    required: false,
    blank: true,
    // The limit of a URL, so that a long invalid cursor gets `cursor is invalid` and not a message about its length.
    max: 8_192,
    example: 'MTc2OTg2MDgwMDAwMC4x',
  })
  cursor?: string;
}

/** One page of a list, with its position in the list. */
export interface Page<Item> {
  items: Item[];
  perPage: number;
  position: OffsetPosition | KeysetPosition;
}

export interface OffsetPosition {
  page: number;
  /** Number of items in the list, null above `MAX_COUNT`. */
  total: number | null;
  /** The previous page. Beyond the end of the list, the last page. Null on the first page. */
  prev: number | null;
  hasNext: boolean;
}

interface KeysetPosition {
  /** Null at the end of the list. */
  next: string | null;
}

/** A controller's return value that is sent as a list with pagination headers. */
export class PageAnswer<View> {
  /** @param page the position, without items */
  constructor(
    readonly views: View[],
    readonly page: Page<never>,
  ) {}
}

export function answerPage<Item, View>(
  { items, perPage, position }: Page<Item>,
  view: (item: Item) => View,
): PageAnswer<View> {
  return new PageAnswer(items.map(view), { items: [], perPage, position });
}
