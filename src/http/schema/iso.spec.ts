import { iso, isoOrNull } from './iso.js';

const DAY_MS = 86_400_000;

const MOMENTS = [
  0,
  1,
  999,
  59_999,
  3_599_999,
  DAY_MS - 1,
  DAY_MS,
  Date.UTC(2000, 1, 29, 23, 59, 59, 999),
  Date.UTC(2026, 0, 31, 12, 0, 0, 0),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(10_000, 0, 1),
  -1,
  -DAY_MS - 1,
];

it.each(MOMENTS)('says %d as Date does', (moment) => {
  expect(iso(moment)).toBe(new Date(moment).toISOString());
});

it('says the same of many days, however often it is asked', () => {
  for (let n = 0; n < 5_000; n++) {
    const moment = (n * 7_919_000_003) % (60_000 * DAY_MS);
    expect([iso(moment), iso(moment)]).toEqual(Array(2).fill(new Date(moment).toISOString()));
  }
});

it('refuses what is no moment', () => {
  expect(() => iso(NaN)).toThrow(RangeError);
  expect(() => iso(9e15)).toThrow(RangeError);
});

it('leaves null alone', () => {
  expect([isoOrNull(null), isoOrNull(0)]).toEqual([null, '1970-01-01T00:00:00.000Z']);
});
