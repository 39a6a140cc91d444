import { AsyncLocalStorage } from 'node:async_hooks';
import { useClocks, type Clock } from '../../database/clock.js';
import { BadInput, requireInteger } from './bad-input.js';
import type { ClockState } from './protocol.js';

/** A hundred years. */
const MAX_ADVANCE_MS = 3_155_760_000_000;

/** The clock of the forge that a piece of code runs for. Forges of one process can have different times. */
const current = new AsyncLocalStorage<ForgeClock>();
/** Not the `Date` of a test runner that replaces it. */
const realNow = Date.now.bind(Date);

/** ISO 8601, UTC. */
export const realTime = (): string => new Date(realNow()).toISOString();

/** The clock of one forge. Timers run in real time. */
export class ForgeClock implements Clock {
  /** Milliseconds since 1970 at which the clock stands still. Null: it runs. */
  private stoppedAt: number | null = null;
  /** By how much the running clock is ahead, in milliseconds. */
  private ahead = 0;
  latest = 0;

  now(): number {
    return this.stoppedAt ?? realNow() + this.ahead;
  }

  /** @throws BadInput */
  set(time: string | number): ClockState {
    // Date reads null and true as milliseconds.
    const isTime = typeof time === 'string' || typeof time === 'number';
    const ms = isTime ? new Date(time).getTime() : NaN;
    if (Number.isNaN(ms) || ms < 0)
      throw new BadInput(
        `time must be ISO 8601 or milliseconds since 1970, not ${JSON.stringify(time)}.`,
      );
    install();
    this.stoppedAt = ms;
    this.latest = 0;
    return this.state();
  }

  /** @throws BadInput */
  advance(given: number): ClockState {
    const ms = requireInteger('ms', given, 0, MAX_ADVANCE_MS);
    install();
    if (this.stoppedAt === null) this.ahead += ms;
    else this.stoppedAt += ms;
    return this.state();
  }

  release(): ClockState {
    this.stoppedAt = null;
    this.ahead = 0;
    this.latest = 0;
    return this.state();
  }

  /** Runs code for this forge, with everything that it starts. */
  run<Result>(code: () => Result): Result {
    return current.run(this, code);
  }

  private state(): ClockState {
    return { time: new Date(this.now()).toISOString() };
  }
}

/** Not before a clock is set: until then, forges follow a `Date` that a test runner replaces. */
const install = (): void => {
  useClocks(() => current.getStore());
};
