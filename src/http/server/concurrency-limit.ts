/** Average latency that the limit aims for. The p99 then stays below a second. */
const TARGET_MS = 600;
/** The limit adapts after this time and this number of finished requests. */
const INTERVAL_MS = 250;
const SAMPLES = 10;
const START = 200;
/** With fewer requests in flight, slow responses are not a sign of overload. */
const MIN = 64;
const GROWTH = 1.25;

/**
 * Maximum number of requests in flight, adapted to how fast requests finish. When they take longer than the target,
 * the limit becomes the number that would meet it. When they are faster and the limit was reached, the limit grows.
 */
export class ConcurrencyLimit {
  private limit = START;
  private inFlight = 0;
  private wasReached = false;
  private finished = 0;
  private totalMs = 0;
  private intervalEnd: number;

  constructor(now: number) {
    this.intervalEnd = now + INTERVAL_MS;
  }

  isReached(): boolean {
    const isReached = this.inFlight >= this.limit;
    this.wasReached ||= isReached;
    return isReached;
  }

  enter(): void {
    this.inFlight++;
  }

  /** With `ms`, its latency counts. */
  leave(now: number, ms?: number): void {
    if (ms !== undefined) {
      this.finished++;
      // A few requests that wait for a locked row must not hide that the others are fast.
      this.totalMs += Math.min(ms, 2 * TARGET_MS);
    }
    if (now >= this.intervalEnd && this.finished >= SAMPLES) this.adapt(now);
    this.inFlight--;
  }

  private adapt(now: number): void {
    const average = this.totalMs / this.finished;
    const isLate = average > TARGET_MS;
    if (isLate && this.inFlight > MIN)
      this.limit = Math.max(MIN, Math.min(this.limit, (this.inFlight * TARGET_MS) / average));
    if (!isLate && this.wasReached) this.limit *= GROWTH;
    this.intervalEnd = now + INTERVAL_MS;
    this.finished = this.totalMs = 0;
    this.wasReached = false;
  }
}
