import { ChoiceParam, IntegerParam, TextParam } from '../../http/input/params.js';
import { MAX_TEXT } from '../../http/input/text-length.js';
import { Unsupported } from '../../http/input/unsupported.js';
import { PageParams } from '../../http/pagination/page.js';
import type { OrderColumn } from '../../database/listing.js';

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

export class DescriptionInput {
  @TextParam({
    description: 'Description.',
    example: 'First actual case of a bug being found.',
    required: false,
    blank: true,
    nullable: true,
    max: MAX_TEXT,
  })
  description?: string;
}

/** The parameters of lists of issues and merge requests. */
@Unsupported(
  ...[
    'labels',
    'milestone',
    'search',
    'scope',
    'iids',
    'iid[]',
    'author_id',
    'assignee_id',
    'weight',
  ],
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
}
