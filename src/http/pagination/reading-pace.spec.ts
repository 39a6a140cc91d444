import { PATIENCE_MS, ReadingPace } from './reading-pace.js';

const RATE = 65_536;
const HOUR_MS = 3_600_000;

/** Reads this many bytes each second. Returns the second in which the time is over, up to an hour. */
function secondsOf(bytes: number, ms = HOUR_MS + 1): number {
  const pace = new ReadingPace({ bytesPerSecond: RATE, ms }, 0);
  let now = 0;
  for (; now < HOUR_MS && !pace.isOver(now); now += 1_000) pace.read(bytes, now);
  return now / 1_000;
}

describe('the time to read a response', () => {
  it('is over after a pause of 30 seconds', () => {
    expect(secondsOf(0)).toBe(PATIENCE_MS / 1_000 + 1);
  });

  it('lasts as long as the client reads at the minimum rate', () => {
    expect(secondsOf(RATE)).toBe(HOUR_MS / 1_000);
  });

  it('is over if the average rate is below the minimum', () => {
    expect(secondsOf(RATE / 2)).toBeLessThan(65);
  });

  it('is over after the pause even if the client was fast before', () => {
    const pace = new ReadingPace({ bytesPerSecond: RATE, ms: HOUR_MS }, 0);
    pace.read(1_000 * RATE, 1_000);
    expect([pace.isOver(31_000), pace.isOver(31_001)]).toEqual([false, true]);
  });

  it('is over at the end of the time for the whole response, at any rate', () => {
    expect(secondsOf(1_000 * RATE, 120_000)).toBe(121);
  });
});
