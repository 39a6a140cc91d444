/** Latency that the limit aims for. The p99 then stays below a second. */
const TARGET_MS = 700;
/** Requests in flight for longer than this wait for something else, such as a locked row. They do not count. */
const STUCK_MS = 2 * TARGET_MS;
/** The limit adapts after this time and this number of finished requests. */
const INTERVAL_MS = 250;
const SAMPLES = 10;
const START = 200;
/** With fewer requests in flight, slow responses are not a sign of overload. */
const MIN = 64;
/** While most requests take less than this, the service is not overloaded, and the limit stays above `START`. */
const FAST_MS = 100;
/** More stuck requests count: each holds its body and its connection in memory. */
const MAX_STUCK = 2_000;

/** A request in flight, and when it was admitted. */
export interface Admission {
  readonly at: number;
}

/**
 * Maximum number of requests in flight, adapted to how many finish per second. By Little's law, requests take the
 * target latency if as many are in flight as finish in that time. Requests that wait for something else come on top.
 */
export class ConcurrencyLimit {
  private limit = START;
  /** In order of admission. */
  private readonly inFlight = new Set<Admission>();
  private reachedAt = -Infinity;
  private intervalBegan = 0;
  private finished = 0;
  private fast = 0;

  isReached(now: number): boolean {
    const limit = Math.max(MIN, this.limit + this.stuck(now));
    const isReached = this.inFlight.size >= limit;
    if (isReached) this.reachedAt = now;
    return isReached;
  }

  enter(now: number): Admission {
    // The rate of a service that is not busy does not say how many requests it could answer.
    const isBusy = this.inFlight.size >= MIN / 2 || now - this.reachedAt < INTERVAL_MS;
    if (!isBusy) this.beginInterval(now);
    const admission = { at: now };
    this.inFlight.add(admission);
    return admission;
  }

  leave(admission: Admission, now: number): void {
    this.finished++;
    if (now - admission.at < FAST_MS) this.fast++;
    const elapsed = now - this.intervalBegan;
    if (elapsed >= INTERVAL_MS && this.finished >= SAMPLES) {
      const fitting = (this.finished / elapsed) * TARGET_MS;
      const isFast = this.fast > this.finished / 2;
      this.limit = Math.max(isFast ? START : 0, (this.limit + fitting) / 2);
      this.beginInterval(now);
    }
    this.inFlight.delete(admission);
  }

  /** How many requests in flight do not count. */
  private stuck(now: number): number {
    let count = 0;
    for (const { at } of this.inFlight) {
      if (now - at < STUCK_MS || count === MAX_STUCK) break;
      count++;
    }
    return count;
  }

  private beginInterval(now: number): void {
    this.intervalBegan = now;
    this.finished = 0;
    this.fast = 0;
  }
}
