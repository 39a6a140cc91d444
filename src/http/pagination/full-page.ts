import { Invalid } from '../errors/errors.js';
import { IntegerParam } from '../input/params.js';
import { MAX_PER_PAGE, PageParams } from './page.js';

/** Keys and emails: a user has at most this many of each, so that one page holds them all. */
export const MAX_PER_USER = 100;

/** The parameters of a list that fits on one page. */
export class FullPageParams extends PageParams {
  @IntegerParam({
    description: 'Number of items per page.',
    required: false,
    min: 1,
    max: MAX_PER_PAGE,
    default: MAX_PER_PAGE,
    clamp: true,
  })
  declare per_page?: number;
}

/** @throws Invalid `count` rows, with the one that was just added, are too many */
export function checkMaxPerUser(count: number, field: 'key' | 'email'): void {
  if (count > MAX_PER_USER)
    throw new Invalid({ [field]: [`is one too many (maximum is ${MAX_PER_USER} ${field}s)`] });
}
