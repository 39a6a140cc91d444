import { ConcurrencyLimit } from './concurrency-limit.js';

/** Longer than the interval after which the limit adapts. */
const LATER = 1_000;

let limit: ConcurrencyLimit;
let now: number;
beforeEach(() => {
  now = 0;
  limit = new ConcurrencyLimit(now);
});

/** Fills the limit. Returns how many requests that took. */
function fill(): number {
  let count = 0;
  for (; !limit.isReached(); count++) limit.enter();
  return count;
}

/** Fills the limit and lets all requests finish, 40 times. Returns how many the limit accepts then. */
function settle(latencyOf: (inFlight: number, n: number) => number): number {
  for (let round = 0; round < 40; round++) {
    const count = fill();
    for (let n = 0; n < count; n++) {
      // In the middle, so that the limit adapts with typical requests in flight.
      if (n === 20) now += LATER;
      limit.leave(now, latencyOf(count, n));
    }
  }
  return fill();
}

describe('the concurrency limit', () => {
  it('grows while requests are fast and reach it', () => {
    const first = fill();
    for (let n = 0; n < first; n++) limit.leave(now, 10);
    expect(settle(() => 10)).toBeGreaterThan(first * 4);
  });

  it.each([100, 200, 1_000])('accepts what %d requests per second answer in time', (rate) => {
    const accepted = settle((inFlight) => (inFlight / rate) * 1_000);
    expect(accepted / rate).toBeGreaterThan(0.3);
    expect(accepted / rate).toBeLessThan(1);
  });

  it('does not shrink because a few requests are slow', () => {
    const first = fill();
    for (let n = 0; n < first; n++) limit.leave(now, 10);
    expect(settle((_, n) => (n % 10 === 0 ? 10_000 : 10))).toBeGreaterThanOrEqual(first);
  });

  it('does not shrink because requests that run alone are slow', () => {
    const first = fill();
    for (let n = 0; n < first; n++) limit.leave(now, 10);
    for (let n = 0; n < 20; n++) {
      now += LATER;
      limit.enter();
      limit.leave(now, 5_000);
    }
    expect(fill()).toBeGreaterThanOrEqual(first);
  });
});
