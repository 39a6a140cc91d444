import { ChoiceParam, IntegerParam, TextParam } from '../../http/input/params.js';
import { codePoints, MAX_TEXT } from '../../http/input/text-length.js';
import { Unsupported } from '../../http/input/unsupported.js';
import { PageParams } from '../../http/pagination/page.js';
import type { OrderColumn } from '../../database/listing.js';
import { labelNames } from './label-names.js';

// Parameters that issues and merge requests have in common.

export const TitleParam = (required: boolean) =>
  TextParam({ description: 'Title.', example: 'A moth in relay 70', required, singleLine: true });

export const AssigneeParam = (lowest: string) =>
  IntegerParam({
    description: `User who has to do it. The user must exist; 0, null or an empty text stand for nobody. Ignored for callers below ${lowest}.`,
    required: false,
    min: 0,
    emptied: 0,
    example: 2,
    max: Number.MAX_SAFE_INTEGER,
  });

/** Labels of one item at most. */
const MAX_LABELS = 100;
const MAX_NAME = 255;

function labelsProblem(text: string): string | null {
  const names = [...labelNames(text).values()];
  if (names.some((name) => codePoints(name) > MAX_NAME))
    return `is too long (maximum is ${MAX_NAME} characters in a name)`;
  return names.length > MAX_LABELS ? `is too long (maximum is ${MAX_LABELS} labels)` : null;
}

/** Four links of a page repeat the filter, and clients accept 16 KiB of headers. */
const MAX_FILTER = 3_000;

const filterProblem = (text: string): string | null =>
  encodeURIComponent(text).length > MAX_FILTER
    ? `is too long (maximum is ${MAX_FILTER} characters in a URL)`
    : null;

/** What issues and merge requests have in common. */
export class NumberedItemInput {
  @TextParam({
    description: 'Description.',
    example: 'First actual case of a bug being found.',
    required: false,
    blank: true,
    nullable: true,
    max: MAX_TEXT,
  })
  description?: string;

  @TextParam({
    description:
      'Names with commas in between. They replace all labels of the item, and an empty text removes them. A name that the project does not have becomes a label of the project. Ignored for callers below reporter.',
    example: 'bug,relay',
    required: false,
    blank: true,
    nullable: true,
    singleLine: true,
    normalize: (text) => text.trim(),
    max: MAX_LABELS * (MAX_NAME + ', '.length),
    check: labelsProblem,
    pattern: `^[^\\r\\n,]{0,${MAX_NAME}}(?:,[^\\r\\n,]{0,${MAX_NAME}})*$`,
    isCommaList: true,
  })
  labels?: string;
}

/** The parameters of lists of issues and merge requests. */
@Unsupported(
  ...['milestone', 'search', 'scope', 'iids', 'iid[]', 'author_id', 'assignee_id', 'weight'],
  ...['created_after', 'created_before', 'updated_after', 'updated_before', 'my_reaction_emoji'],
)
export class ItemPageParams extends PageParams {
  @ChoiceParam(['asc', 'desc'], {
    description: '`desc` lists the newest first.',
    required: false,
    default: 'desc',
  })
  sort?: 'asc' | 'desc';

  @ChoiceParam(['created_at', 'updated_at'], {
    description: 'The time that the list is ordered by.',
    required: false,
    default: 'created_at',
  })
  order_by?: OrderColumn;

  @IntegerParam({
    description: 'Only the one with this number within the project.',
    required: false,
    example: 1,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  iid?: number;

  @TextParam({
    description: 'Only those that have one of these labels: names with commas in between.',
    required: false,
    example: 'bug,relay',
    blank: true,
    max: MAX_FILTER,
    check: filterProblem,
  })
  labels?: string;
}
