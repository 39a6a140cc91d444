import { countText, pageNumbers } from './page-numbers.js';

/** The numbers of a list with 20 items per page: `[3]` is the shown page, `…` a gap. */
function numbersOf(page: number, total: number | null, hasNext = page * 20 < (total ?? Infinity)) {
  const pages = Math.max(1, Math.ceil((total ?? Infinity) / 20));
  const prev = page > 1 ? Math.min(page - 1, pages) : null;
  const found = pageNumbers(
    { position: { page, total, prev, hasNext }, perPage: 20 },
    (n) => `/list?page=${n}`,
  );
  if (!found) return null;
  const texts = found.numbers.map(({ number, href }) => {
    if (number === null) return '…';
    return href === null ? `[${number}]` : String(number);
  });
  return [found.previous ? 'Previous' : '', ...texts, found.next ? 'Next' : ''].join(' ').trim();
}

describe('pageNumbers', () => {
  it.each([
    [1, 0, null],
    [1, 20, null],
    [1, 21, '[1] 2 Next'],
    [2, 21, 'Previous 1 [2]'],
    [1, 100, '[1] 2 … 5 Next'],
    [3, 100, 'Previous 1 2 [3] 4 5 Next'],
    [4, 140, 'Previous 1 2 3 [4] 5 6 7 Next'],
    [5, 180, 'Previous 1 … 4 [5] 6 … 9 Next'],
    [9, 180, 'Previous 1 … 8 [9]'],
  ])('on page %d of %d items has %j', (page, total, numbers) => {
    expect(numbersOf(page, total)).toBe(numbers);
  });

  it('leads back from a page beyond the end', () => {
    expect(numbersOf(7, 50, false)).toBe('Previous 1 2 3');
    expect(numbersOf(2, 0, false)).toBe('Previous 1');
  });

  it('has no last page for a list that is not counted to its end', () => {
    expect(numbersOf(1, null)).toBe('[1] 2 … Next');
    expect(numbersOf(9, null)).toBe('Previous 1 … 8 [9] 10 … Next');
    expect(numbersOf(601, null, false)).toBe('Previous 1 … 600 [601]');
  });

  it('leads to no page that starts beyond the first 50,000 items', () => {
    expect(numbersOf(2500, null)).toBe('Previous 1 … 2499 [2500] 2501 … Next');
    expect(numbersOf(2501, null)).toBe('Previous 1 … 2500 [2501] …');
  });
});

describe('countText', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [10_000, '10,000'],
    [null, '10,000+'],
  ])('writes %d as %s', (count, text) => {
    expect(countText(count)).toBe(text);
  });
});
