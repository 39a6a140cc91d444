import { pageTime } from './times.js';

const NOW = Date.UTC(2026, 10, 24, 20, 36);
const DAY = 86_400_000;

describe('pageTime', () => {
  it.each([
    [0, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 minute ago'],
    [7_200_000, '2 hours ago'],
    [DAY, 'yesterday'],
    [29 * DAY, '29 days ago'],
    [45 * DAY, 'last month'],
    [800 * DAY, '2 years ago'],
  ])('says how long ago %d ms are', (age, words) => {
    expect(pageTime(NOW - age, NOW).words).toBe(words);
  });

  it('has the exact time for people and for programs', () => {
    expect(pageTime(NOW, NOW)).toMatchObject({
      iso: '2026-11-24T20:36:00.000Z',
      exact: '24 November 2026 at 20:36 UTC',
    });
  });
});
