import { codePoints, exceedsRawLength } from './text-length.js';

describe('exceedsRawLength', () => {
  it('allows padding up to four times the limit', () => {
    expect(exceedsRawLength(' '.repeat(40), 10)).toBe(false);
    expect(exceedsRawLength(' '.repeat(41), 10)).toBe(true);
  });

  it('allows every text within the limit in code points', () => {
    expect(exceedsRawLength('😀'.repeat(10), 10)).toBe(false);
  });
});

describe('codePoints', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['😀a😀', 3],
  ])('counts %j as %d', (text, count) => {
    expect(codePoints(text)).toBe(count);
  });
});
