import { FeatureRepository } from '../../database/feature-repository.js';
import { statement } from '../../database/statement.js';
import type { DirectoryState } from './directory-state.entity.js';

/** The current lease. An empty owner means that it is free. */
export interface LeaseState {
  lease_owner: string;
  lease_renewals: number;
}

const LEASE = statement<LeaseState>(
  'SELECT lease_owner, lease_renewals FROM directories WHERE provider = :provider',
);
const ADD = statement(
  `INSERT INTO directories (provider, lease_owner, lease_renewals)
   VALUES (:provider, '', 0)`,
);
const TAKE = statement(
  `UPDATE directories SET lease_owner = :owner, lease_renewals = lease_renewals + 1
   WHERE provider = :provider AND lease_owner = :lease_owner AND lease_renewals = :lease_renewals`,
);
const OWNED = 'provider = :provider AND lease_owner = :owner';
const RENEW = statement(
  `UPDATE directories SET lease_renewals = lease_renewals + 1 WHERE ${OWNED}`,
);
const RELEASE = statement(`UPDATE directories SET lease_owner = '' WHERE ${OWNED}`);
const FINISH = statement(`UPDATE directories SET last_run = :last_run WHERE ${OWNED}`);
const LAST_RUN = statement<{ last_run: string | null }>(
  'SELECT last_run FROM directories WHERE provider = :provider',
);

/** What instances share about the directory: the lease and the last run. */
export class DirectoryStateRepository extends FeatureRepository<DirectoryState> {
  /** Null before `addProvider`. */
  findLease(provider: string): Promise<LeaseState | null> {
    return this.statements.row(LEASE, { provider });
  }

  /** @throws UniqueViolation another instance added it */
  async addProvider(provider: string): Promise<void> {
    await this.unit.write(ADD, { provider });
  }

  /** False if another instance was faster, or the holder has renewed it. */
  async takeLease(provider: string, owner: string, seen: LeaseState): Promise<boolean> {
    return (await this.unit.write(TAKE, { provider, owner, ...seen })) === 1;
  }

  /** False if another instance has the lease. */
  async renewLease(provider: string, owner: string): Promise<boolean> {
    return (await this.unit.write(RENEW, { provider, owner })) === 1;
  }

  /** Locks the lease until the unit ends: nobody else can take it before. */
  async lockLease(provider: string): Promise<LeaseState | null> {
    return (await this.unit.lock(LEASE, { provider }))[0] ?? null;
  }

  async releaseLease(provider: string, owner: string): Promise<void> {
    await this.unit.write(RELEASE, { provider, owner });
  }

  /** @param lastRun JSON */
  async finishRun(provider: string, owner: string, lastRun: string): Promise<void> {
    await this.unit.write(FINISH, { provider, owner, last_run: lastRun });
  }

  /** JSON, or null before the first run. */
  async findLastRun(provider: string): Promise<string | null> {
    return (await this.statements.row(LAST_RUN, { provider }))?.last_run ?? null;
  }
}
