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

/** Reads some items of a page, without those that have left the list since. */
export type ReadGroup<Item> = () => Promise<Item[]>;

/** One page of a list, with its position in the list. */
export interface Page<Item> {
  /** Empty if there are `groups`. */
  items: Item[];
  /** Reads the items of a page with more long texts than fit into memory, a group at a time. */
  groups?: ReadGroup<Item>[];
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

/** What an interceptor of a host application gets if it writes a streamed response as JSON. */
const STREAMED = 'Forgenote streams this response';

/**
 * A controller's return value that is sent as a list with pagination headers. It has no rows, and its fields are private:
 * an interceptor of a host application may serialize it in its own way.
 */
export class PageAnswer<View> {
  readonly #views: View[];
  readonly #page: Page<never>;
  readonly #groups: ReadGroup<View>[] | undefined;

  /** @param groups instead of `views`, if the page has groups */
  constructor(views: View[], page: Page<never>, groups?: ReadGroup<View>[]) {
    this.#views = views;
    this.#page = page;
    this.#groups = groups;
  }

  get views(): View[] {
    return this.#views;
  }

  /** The position, without items. */
  get page(): Page<never> {
    return this.#page;
  }

  get groups(): ReadGroup<View>[] | undefined {
    return this.#groups;
  }

  toJSON(): View[] | string {
    return this.#groups ? STREAMED : this.#views;
  }
}

export function answerPage<Item, View>(
  { items, groups, perPage, position }: Page<Item>,
  view: (item: Item) => View,
): PageAnswer<View> {
  const viewGroups = groups?.map((read) => async () => (await read()).map(view));
  return new PageAnswer(items.map(view), { items: [], perPage, position }, viewGroups);
}

/** A controller's return value that is sent as one JSON object on each line, however many there are. */
export class LinesAnswer {
  static readonly mediaType = 'application/x-ndjson';
  readonly #groups: AsyncIterable<object[]>;

  /** @param groups the objects, in groups that are read when the client has read the one before */
  constructor(groups: AsyncIterable<object[]>) {
    this.#groups = groups;
  }

  get groups(): AsyncIterable<object[]> {
    return this.#groups;
  }

  toJSON(): string {
    return STREAMED;
  }
}
