import { ConcurrencyLimit, type Admission } from './concurrency-limit.js';

const TICK_MS = 10;

let limit: ConcurrencyLimit;
let now: number;
let inFlight: Admission[];
beforeEach(() => {
  now = 0;
  limit = new ConcurrencyLimit();
  inFlight = [];
});

/**
 * Keeps `clients` requests in flight, or as many as the limit accepts. They finish in order, `rate` per second.
 * Returns how many are in flight in the end.
 */
function serve(rate: number, seconds: number, clients = Infinity): number {
  let due = 0;
  for (const end = now + seconds * 1_000; now < end; now += TICK_MS) {
    for (due += (rate * TICK_MS) / 1_000; due >= 1; due--) {
      const admission = inFlight.shift();
      if (admission) limit.leave(admission, now);
    }
    while (inFlight.length < clients && !limit.isReached(now)) inFlight.push(limit.enter(now));
  }
  return inFlight.length;
}

describe('the concurrency limit', () => {
  it.each([100, 200, 1_000, 4_000])(
    'accepts what %d requests per second answer in time',
    (rate) => {
      const accepted = serve(rate, 5);
      expect(accepted / rate).toBeGreaterThan(0.6);
      expect(accepted / rate).toBeLessThan(0.9);
    },
  );

  it('accepts fewer requests after they have become slow', () => {
    serve(2_000, 5);
    expect(serve(300, 10) / 300).toBeLessThan(0.9);
  });

  it('adapts before it is reached', () => {
    serve(2_000, 5);
    serve(200, 10, 100);
    expect(serve(200, 0.1) / 200).toBeLessThan(0.9);
  });

  it('does not shrink because few requests run and are slow', () => {
    serve(1_000, 5);
    serve(1_000, 2, 20);
    serve(1, 60, 20);
    expect(serve(1_000, 0.1)).toBeGreaterThan(600);
  });

  it('does not count requests that wait for something else', () => {
    serve(1_000, 5);
    for (let n = 0; n < 300; n++) limit.enter(now);
    serve(1_000, 5);
    expect(serve(1_000, 5)).toBeGreaterThan(600);
  });

  it('accepts nearly all other requests while 150 wait for a locked row', () => {
    const blocked: Admission[] = [];
    let refused = 0;
    for (const end = now + 10_000; now < end; now += TICK_MS) {
      for (const admission of inFlight.splice(0)) limit.leave(admission, now);
      for (; blocked.length < Math.min(150, (now * 150) / 1_000);) {
        if (limit.isReached(now)) break;
        blocked.push(limit.enter(now));
      }
      if (now === 8_000) for (const admission of blocked) limit.leave(admission, now);
      // 50 per second.
      if (now % (2 * TICK_MS) !== 0) continue;
      if (limit.isReached(now)) refused++;
      else inFlight.push(limit.enter(now));
    }
    expect([blocked.length, refused]).toEqual([150, 0]);
  });

  it('accepts others while up to 2,000 requests wait for locked rows', () => {
    const block = (count: number) => {
      for (let n = 0; n < count; n++) limit.enter(now);
      now += 1_500;
      return limit.isReached(now);
    };
    expect([block(1_000), block(1_000), block(1_000)]).toEqual([false, false, true]);
  });

  it('does not take the requests of a slow service for ones that wait for something else', () => {
    expect(serve(30, 60)).toBeLessThan(100);
  });

  it('accepts 50 concurrent requests, however slow they are', () => {
    serve(5, 60);
    expect(inFlight.length).toBeGreaterThanOrEqual(50);
  });
});
