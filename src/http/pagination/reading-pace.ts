export interface PaceLimits {
  bytesPerSecond: number;
  /** For the whole response. */
  ms: number;
}

/** A client may pause for this time. Its system and this one take megabytes at once and are then silent. */
export const PATIENCE_MS = 30_000;

/** Says when a client reads a response too slowly. What it has read gives it more time, up to `PATIENCE_MS`. */
export class ReadingPace {
  private due: number;
  private readonly end: number;

  constructor(
    private readonly limits: PaceLimits,
    now: number,
  ) {
    this.due = now + PATIENCE_MS;
    this.end = now + limits.ms;
  }

  read(bytes: number, now: number): void {
    const earned = (bytes * 1_000) / this.limits.bytesPerSecond;
    this.due = Math.min(this.due + earned, now + PATIENCE_MS);
  }

  isOver(now: number): boolean {
    return now > this.due || now > this.end;
  }
}
