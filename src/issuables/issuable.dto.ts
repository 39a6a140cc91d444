import { ChoiceParam, IntegerParam, TextParam } from '../http/input/params.js';
import { PageParams } from '../http/pagination/page.js';

export const TitleParam = (required: boolean) =>
  TextParam({ description: 'Title.', example: 'A moth in relay 70', required, singleLine: true });

export const AssigneeParam = (lowest: string) =>
  IntegerParam({
    description: `Who is to do it; 0, null or an empty text for nobody. Left out of what callers below ${lowest} send.`,
    required: false,
    min: 0,
    emptied: 0,
    max: Number.MAX_SAFE_INTEGER,
  });

export class IssuableParams {
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

export class ListIssuablesParams extends PageParams {
  @ChoiceParam(['asc', 'desc'], {
    description: 'Newest first, or oldest.',
    required: false,
    default: 'desc',
  })
  sort?: 'asc' | 'desc';
}
