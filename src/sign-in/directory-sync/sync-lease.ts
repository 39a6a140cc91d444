import { setTimeout as delay } from 'node:timers/promises';
import type { Unit } from '../../database/database.js';
import type { LeaseState } from '../directory/directory-state.repository.js';
import type { DirectoryStates } from './directory-states.service.js';
import type { SyncLimits } from './sync-limits.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** Another process synchronizes. */
export class SyncRunning extends LoggableError {
  constructor(provider: string, owner: string) {
    super(`Another process synchronizes ${provider} already: run ${owner}. Wait until it ends.`);
    this.name = 'SyncRunning';
  }
}

/** Another process took the lease, because this one did not renew it in time. */
export class LeaseLost extends LoggableError {
  constructor() {
    super('Another process took over the synchronization, because this one did not respond.');
    this.name = 'LeaseLost';
  }
}

const FREE: LeaseState = { lease_owner: '', lease_renewals: 0 };

/**
 * Lets one process at a time synchronize a directory. The lease holds no time, because the clocks of two machines
 * differ: its holder counts up. A waiting process measures with its own clock how long the count has not changed.
 */
export class SyncLease {
  private renewal?: NodeJS.Timeout;

  constructor(
    private readonly states: DirectoryStates,
    private readonly limits: Pick<SyncLimits, 'renewalMs' | 'abandonedMs' | 'pollMs'>,
    private readonly provider: string,
    /** The id of the run. */
    private readonly owner: string,
  ) {}

  /**
   * Takes the lease if it is free. Otherwise waits until its holder renews it, or has not renewed it for too long.
   *
   * @throws SyncRunning the holder is alive
   */
  async acquire(signal?: AbortSignal): Promise<void> {
    await this.states.ensure(this.provider);
    const first = await this.read();
    const firstAt = performance.now();
    for (let state = first; ; state = await this.read()) {
      const stoodStill =
        state.lease_owner === first.lease_owner && state.lease_renewals === first.lease_renewals;
      const isHeld = state.lease_owner !== '';
      if (isHeld && !stoodStill) throw new SyncRunning(this.provider, state.lease_owner);
      const isAbandoned = performance.now() - firstAt > this.limits.abandonedMs;
      if ((!isHeld || isAbandoned) && (await this.take(state))) break;
      await delay(this.limits.pollMs, undefined, signal && { signal });
    }
    this.renewal = setInterval(() => {
      // If a renewal fails, the next one follows. `confirm` finds out whether the lease is lost.
      this.states
        .write((states) => states.renewLease(this.provider, this.owner))
        .catch(() => undefined);
    }, this.limits.renewalMs);
  }

  /** For the unit of work of each write: nobody can take the lease until it ends. @throws LeaseLost */
  readonly confirm = async (unit: Unit): Promise<void> => {
    const state = await unit.withRepository(this.states.repository).lockLease(this.provider);
    if (state?.lease_owner !== this.owner) throw new LeaseLost();
  };

  async release(): Promise<void> {
    clearInterval(this.renewal);
    await this.states.write((states) => states.releaseLease(this.provider, this.owner));
  }

  private async read(): Promise<LeaseState> {
    return (await this.states.repository.findLease(this.provider)) ?? FREE;
  }

  private take(seen: LeaseState): Promise<boolean> {
    return this.states.write((states) => states.takeLease(this.provider, this.owner, seen));
  }
}
