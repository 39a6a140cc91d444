import { NumberSet } from './number-set.js';

describe('A set of numbers', () => {
  it('has the numbers that were added, in any order, and no others', () => {
    const set = new NumberSet();
    expect(set.has(0)).toBe(false);
    const added = Array.from({ length: 5_000 }, (_, n) => ((n * 7_919) % 5_000) * 3);
    for (const value of added) set.add(value);
    for (const value of added) {
      expect(set.has(value)).toBe(true);
      expect(set.has(value + 1)).toBe(false);
    }
    for (const value of [-1, 15_000, 2 ** 53]) expect(set.has(value)).toBe(false);
    set.add(2 ** 53 - 1);
    expect(set.has(2 ** 53 - 1)).toBe(true);
  });

  it('takes at most 16 bytes a number', () => {
    const set = new NumberSet();
    for (let n = 0; n < 50_000; n++) set.add(n);
    expect(set.bytes).toBeLessThanOrEqual(16 * 50_000);
  });
});
