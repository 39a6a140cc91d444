import { setTimeout as delay } from 'node:timers/promises';
import { Database, type Unit } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { RequestScope } from '../database/request-scope.js';
import type { DirectoriesRepository, LeaseState } from '../directory/directories.repository.js';
import type { SyncLimits } from './sync-limits.js';

/** Another process synchronizes this directory. */
export class SyncRunning extends Error {
  constructor(provider: string, owner: string) {
    super(`Another process synchronizes ${provider} already: run ${owner}. Wait until it ends.`);
    this.name = 'SyncRunning';
  }
}

/** Another process took the lease, because this one did not renew it in time. */
export class LeaseLost extends Error {
  constructor() {
    super('Another process took over the synchronization, because this one did not respond.');
    this.name = 'LeaseLost';
  }
}

/**
 * Lets one process at a time synchronize a directory. The lease holds no time, because the clocks of two machines
 * differ: its holder counts up, and who wants it measures with their own clock how long the count has stood still.
 */
export class SyncLease {
  private renewal?: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly directories: DirectoriesRepository,
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
    const seen = await this.read();
    const seenAt = performance.now();
    for (let state = seen; ;) {
      const isSame =
        state.lease_owner === seen.lease_owner && state.lease_renewals === seen.lease_renewals;
      if (state.lease_owner !== '' && !isSame)
        throw new SyncRunning(this.provider, state.lease_owner);
      const isFree =
        state.lease_owner === '' || performance.now() - seenAt > this.limits.abandonedMs;
      if (isFree && (await this.take(state))) break;
      await delay(this.limits.pollMs, undefined, signal ? { signal } : {});
      state = await this.read();
    }
    this.renewal = setInterval(() => {
      // If a renewal fails, the next one follows. `confirm` finds out whether the lease is lost.
      this.write((directories) => directories.renewLease(this.provider, this.owner)).catch(
        () => undefined,
      );
    }, this.limits.renewalMs);
  }

  /** For the unit of work of each write: nobody can take the lease until it ends. @throws LeaseLost */
  readonly confirm = async (unit: Unit): Promise<void> => {
    const state = await unit.withRepository(this.directories).lockLease(this.provider);
    if (state?.lease_owner !== this.owner) throw new LeaseLost();
  };

  async release(): Promise<void> {
    clearInterval(this.renewal);
    await this.write((directories) => directories.releaseLease(this.provider, this.owner));
  }

  private async read(): Promise<LeaseState> {
    const found = await this.directories.findLease(this.provider);
    if (found) return found;
    await this.write((directories) => directories.addProvider(this.provider)).catch(
      (error: unknown) => {
        if (!(error instanceof UniqueViolation)) throw error;
      },
    );
    return { lease_owner: '', lease_renewals: 0 };
  }

  private take(seen: LeaseState): Promise<boolean> {
    return this.write((directories) => directories.takeLease(this.provider, this.owner, seen));
  }

  private write<Result>(
    work: (directories: DirectoriesRepository) => Promise<Result>,
  ): Promise<Result> {
    return this.database.unit(RequestScope.background, (unit) =>
      work(unit.withRepository(this.directories)),
    );
  }
}
