import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Engine } from '../engine.js';
import { ServiceLogger } from '../../base/log/service-logger.js';

const RENEWAL_INTERVAL_MS = 500;
/** A lease that was not renewed for this long is free: its process has died. */
const STALE_MS = 4_000;
const RETRY_DELAY_MS = 100;
const LOG_INTERVAL_MS = 5_000;
/** How long to retry while the database itself refuses, for example because another program has locked the file. */
const REFUSAL_MS = 120_000;

interface State {
  owner: string;
  renewals: number;
}

/**
 * Lets one instance at a time migrate. The lease is a row in a table: a named lock does not cover all nodes of a
 * cluster; a table does, and it works on every engine.
 *
 * It holds no time, because the clocks of two machines differ. Its holder counts up, and an instance that waits
 * measures with its own clock how long the count has stood still.
 */
export class MigrationLease {
  private readonly logger = new ServiceLogger('database');
  private renewal?: NodeJS.Timeout;

  constructor(
    private readonly engine: Engine,
    private readonly owner: string,
  ) {}

  /** Waits until no other instance holds the lease. */
  async acquire(): Promise<void> {
    await this.retry(() => createTable(this.engine.dataSource));
    let seen: State | undefined;
    let seenAt = 0;
    for (let loggedAt = performance.now(); ;) {
      const state = await this.retry(() => this.read());
      if (state.owner !== seen?.owner || state.renewals !== seen.renewals) {
        seen = state;
        seenAt = performance.now();
      }
      const isFree = state.owner === '' || performance.now() - seenAt > STALE_MS;
      if (isFree && (await this.retry(() => this.take(state)))) break;
      if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        this.logger.log({ message: 'Waiting for another instance, which migrates the database' });
      }
      await delay(RETRY_DELAY_MS);
    }
    this.renewal = setInterval(() => {
      // If a renewal fails, the next one follows. If another instance takes over a lost lease, it only repeats
      // statements that can run again.
      this.renew().catch(() => undefined);
    }, RENEWAL_INTERVAL_MS);
  }

  async release(): Promise<void> {
    clearInterval(this.renewal);
    await this.retry(() => this.query(`UPDATE migration_lease SET owner = '' WHERE ${this.isOwn}`));
  }

  private get isOwn(): string {
    return `owner = '${this.owner}'`;
  }

  private async read(): Promise<State> {
    const [row] = await this.query<{ owner: string; renewals: number | string }>(
      'SELECT owner, renewals FROM migration_lease',
    );
    return { owner: row?.owner ?? '', renewals: Number(row?.renewals) };
  }

  /** False if another instance was faster, or the holder has renewed it. */
  private async take({ owner, renewals }: State): Promise<boolean> {
    await this.query(
      `UPDATE migration_lease SET owner = '${this.owner}', renewals = renewals + 1
       WHERE id = 1 AND owner = '${owner}' AND renewals = ${renewals}`,
    );
    return (await this.read()).owner === this.owner;
  }

  private async renew(): Promise<void> {
    await this.query(`UPDATE migration_lease SET renewals = renewals + 1 WHERE ${this.isOwn}`);
  }

  private query<Row>(text: string): Promise<Row[]> {
    return this.engine.dataSource.query<Row[]>(text);
  }

  /** Runs the step again if another instance has locked the row, or inserts the same row first. */
  private async retry<Result>(step: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + REFUSAL_MS;
    for (;;) {
      try {
        return await step();
      } catch (error) {
        const { kind } = this.engine.classify(error);
        const isTemporary = kind === 'repeat' || kind === 'duplicate';
        if (!isTemporary || performance.now() > end) throw error;
        await delay(RETRY_DELAY_MS);
      }
    }
  }
}

async function createTable(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS migration_lease (id int PRIMARY KEY, owner varchar(36) NOT NULL, renewals bigint NOT NULL)',
  );
  const rows = await dataSource.query<unknown[]>('SELECT id FROM migration_lease');
  if (rows.length > 0) return;
  await dataSource.query("INSERT INTO migration_lease (id, owner, renewals) VALUES (1, '', 0)");
}
