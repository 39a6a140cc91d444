import { setTimeout as delay } from 'node:timers/promises';
import { LoggableError } from '../../base/log/loggable-error.js';

/** The service stops. */
export class Stopped extends LoggableError {
  constructor() {
    super('The run was stopped. The next one continues.');
    this.name = 'Stopped';
  }
}

const MIN_BUSY_MS = 2;

/** Leaves time to requests. */
export class Pace {
  private last = performance.eventLoopUtilization();

  constructor(
    private readonly maxRestMs: number,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * Rests for twice as long as this process worked since the last rest, at most for `maxRestMs`. Waiting for the
   * database server or the directory does not count as work.
   *
   * @throws Stopped
   */
  async rest(): Promise<void> {
    if (this.signal?.aborted) throw new Stopped();
    const { active: busyMs } = performance.eventLoopUtilization(this.last);
    if (busyMs < MIN_BUSY_MS) return;
    await delay(Math.min(2 * busyMs, this.maxRestMs));
    this.last = performance.eventLoopUtilization();
  }
}
