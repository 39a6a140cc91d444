import { ConcurrencyLimit, type Admission } from './concurrency-limit.js';

const TICK_MS = 10;

let limit: ConcurrencyLimit;
let now: number;
beforeEach(() => {
  now = 0;
  limit = new ConcurrencyLimit();
});

/** Fills the limit. Returns the requests that it accepted. */
function fill(): Admission[] {
  const accepted: Admission[] = [];
  while (!limit.isReached()) accepted.push(limit.enter(now));
  return accepted;
}

/** Keeps `clients` requests in flight, or as many as the limit accepts. They finish in order, `rate` per second. */
function serve(rate: number, seconds: number, clients = Infinity): Admission[] {
  const end = now + seconds * 1_000;
  let inFlight: Admission[] = [];
  for (let due = 0; now < end; now += TICK_MS) {
    while (inFlight.length < clients && !limit.isReached()) inFlight.push(limit.enter(now));
    due = Math.min(due + (rate * TICK_MS) / 1_000, inFlight.length);
    for (const admission of inFlight.slice(0, due)) limit.leave(admission, now);
    inFlight = inFlight.slice(due);
    due %= 1;
  }
  return inFlight;
}

function finish(inFlight: Admission[]): void {
  for (const admission of inFlight) limit.leave(admission, now);
}

describe('the concurrency limit', () => {
  it.each([100, 200, 1_000, 4_000])('accepts what %d requests per second answer in time', (rate) => {
    const accepted = serve(rate, 5).length;
    expect(accepted / rate).toBeGreaterThan(0.6);
    expect(accepted / rate).toBeLessThan(0.9);
  });

  it('accepts fewer requests soon after they have become slow', () => {
    finish(serve(2_000, 5));
    expect(serve(300, 1.5).length / 300).toBeLessThan(0.9);
  });

  it('adapts before it is reached', () => {
    finish(serve(2_000, 5));
    finish(serve(200, 5, 100));
    expect(fill().length / 200).toBeLessThan(0.9);
  });

  it('does not shrink because requests that run alone are slow', () => {
    finish(serve(1_000, 5));
    finish(serve(1, 60, 20));
    expect(fill().length).toBeGreaterThan(600);
  });

  it('does not count requests that wait for something else', () => {
    finish(serve(1_000, 5));
    const stuck = Array.from({ length: 300 }, () => limit.enter(now));
    now += 5_000;
    expect(serve(1_000, 5).length).toBeGreaterThan(600);
    finish(stuck);
  });

  it('lets 50 concurrent requests run, however slow they are', () => {
    finish(serve(5, 60));
    expect(fill().length).toBeGreaterThanOrEqual(50);
  });
});
