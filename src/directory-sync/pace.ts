import { setTimeout as delay } from 'node:timers/promises';

/** The service stops. */
export class Stopped extends Error {
  constructor() {
    super('The run was stopped. The next one continues.');
    this.name = 'Stopped';
  }
}

const MIN_BUSY_MS = 4;

/** Leaves half of the time to requests. */
export class Pace {
  private resumedAt = performance.now();

  constructor(
    private readonly maxRestMs: number,
    private readonly signal?: AbortSignal,
  ) {}

  /** Rests for as long as the work since the last rest took. @throws Stopped */
  async rest(): Promise<void> {
    if (this.signal?.aborted) throw new Stopped();
    const busyMs = performance.now() - this.resumedAt;
    if (busyMs < MIN_BUSY_MS) return;
    await delay(Math.min(busyMs, this.maxRestMs));
    this.resumedAt = performance.now();
  }
}
