import { ChoiceParam, IntegerParam, TextParam } from '../http/input/params.js';
import { PageParams } from '../http/pagination/page.js';

// Parameters that issues and merge requests have in common.

export const TitleParam = (required: boolean) =>
  TextParam({ description: 'Title.', example: 'A moth in relay 70', required, singleLine: true });

export const AssigneeParam = (lowest: string) =>
  IntegerParam({
    description: `User who has to do it; 0, null or an empty text for nobody. Ignored for callers below ${lowest}.`,
    required: false,
    min: 0,
    emptied: 0,
    max: Number.MAX_SAFE_INTEGER,
  });

export class DescriptionParams {
  @TextParam({
    description: 'Description.',
    example: 'First actual case of a bug being found.',
    required: false,
    blank: true,
    nullable: true,
    max: 1_000_000,
  })
  description?: string;
}

export class SortedPageParams extends PageParams {
  @ChoiceParam(['asc', 'desc'], {
    description: '`desc` lists the newest first.',
    required: false,
    default: 'desc',
  })
  sort?: 'asc' | 'desc';
}
