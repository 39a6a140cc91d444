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

/** A request in flight, with the time since when it is. */
export interface Admission {
  readonly at: number;
}

/**
 * Maximum number of requests in flight, adapted to how many finish per second. By Little's law, requests take the
 * target latency if as many are in flight as finish in that time.
 */
export class ConcurrencyLimit {
  private limit = START;
  /** In order of admission. */
  private readonly inFlight = new Set<Admission>();
  private reachedAt = -Infinity;
  private intervalBegan = 0;
  private finished = 0;

  isReached(now: number): boolean {
    const isReached = this.inFlight.size >= this.limit;
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
    const elapsed = now - this.intervalBegan;
    if (elapsed >= INTERVAL_MS && this.finished >= SAMPLES) {
      const fitting = this.stuck(now) + (this.finished / elapsed) * TARGET_MS;
      this.limit = Math.max(MIN, (this.limit + fitting) / 2);
      this.beginInterval(now);
    }
    this.inFlight.delete(admission);
  }

  private stuck(now: number): number {
    let count = 0;
    for (const { at } of this.inFlight) {
      if (now - at < STUCK_MS) break;
      count++;
    }
    return count;
  }

  private beginInterval(now: number): void {
    this.intervalBegan = now;
    this.finished = 0;
  }
}
