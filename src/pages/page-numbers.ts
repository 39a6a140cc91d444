import { MAX_COUNT, MAX_OFFSET, type Page } from '../http/pagination/page.js';
import type { PageNumber, PageNumbers } from './templates/templates.js';

/** A count as pages show it. Longer lists are not counted to the end. */
export const countText = (count: number | null): string =>
  count === null ? `${MAX_COUNT.toLocaleString('en')}+` : count.toLocaleString('en');

/**
 * The links between the pages of a list: the first and the last page, and those beside the shown one. Null if there is
 * only one page.
 */
export function pageNumbers(
  { position, perPage }: Pick<Page<unknown>, 'position' | 'perPage'>,
  hrefOf: (page: number) => string,
): PageNumbers | null {
  if ('next' in position) return null;
  const { page, total, prev, hasNext } = position;
  if (prev === null && !hasNext) return null;
  const last = total === null ? null : Math.max(1, Math.ceil(total / perPage));
  const isReachable = page * perPage <= MAX_OFFSET;
  const end = last ?? (hasNext && isReachable ? page + 1 : page);
  const shown = [...new Set([1, page - 1, page, page + 1, end])].filter((n) => n >= 1 && n <= end);
  const numbers: PageNumber[] = [];
  for (const number of shown.sort((a, b) => a - b)) {
    const before = numbers.at(-1)?.number ?? 0;
    // A gap of one page is as wide as its number.
    if (number - before === 2) numbers.push(link(number - 1));
    if (number - before > 2) numbers.push({ number: null, href: null });
    numbers.push(number === page ? { number, href: null } : link(number));
  }
  if (last === null && hasNext) numbers.push({ number: null, href: null });
  return {
    previous: prev === null ? null : hrefOf(prev),
    next: hasNext && isReachable ? hrefOf(page + 1) : null,
    numbers,
  };

  function link(number: number): PageNumber {
    return { number, href: hrefOf(number) };
  }
}
