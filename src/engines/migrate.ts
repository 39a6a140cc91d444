import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CannotStart } from '../config/cannot-start.js';
import type { Engine } from '../database/engine.js';

/** A lease that is not renewed for this long is free: its process has died. */
const LEASE_MS = 30_000;
const RENEWAL_INTERVAL_MS = 5_000;
/** How long an instance waits while another one migrates. */
const WAIT_MS = 120_000;
const RETRY_DELAY_MS = 100;

/** A later version of the program has migrated the database. */
export class NewerDatabase extends CannotStart {}

/**
 * Applies the pending migrations. Instances that start together take turns with a lease, stored in a table. A named
 * lock does not cover all nodes of a cluster; a table does, and it works on every engine.
 *
 * @throws NewerDatabase if the database has migrations this program does not know
 */
export async function migrate(engine: Engine): Promise<void> {
  const { dataSource } = engine;
  const owner = randomUUID();
  await retryUntilFree(engine, () => createLease(dataSource));
  await retryUntilFree(engine, () => acquireLease(dataSource, owner));
  const renewal = setInterval(() => {
    // After a failed renewal the next one follows. If another instance takes over a lost lease, it only repeats
    // statements that can run again.
    acquireLease(dataSource, owner).catch(() => undefined);
  }, RENEWAL_INTERVAL_MS);
  try {
    await refuseNewerDatabase(dataSource);
    await dataSource.runMigrations({ transaction: 'none' });
  } finally {
    clearInterval(renewal);
    await retryUntilFree(engine, () => releaseLease(dataSource, owner));
  }
}

class LeaseTaken extends Error {}

async function createLease(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS migration_lease (id int PRIMARY KEY, owner varchar(36) NOT NULL, expires_at bigint NOT NULL)',
  );
  const rows = await dataSource.query<unknown[]>('SELECT id FROM migration_lease');
  if (rows.length > 0) return;
  await dataSource.query("INSERT INTO migration_lease (id, owner, expires_at) VALUES (1, '', 0)");
}

/**
 * Takes a free lease, or renews the caller's own.
 *
 * @throws LeaseTaken if another instance holds the lease
 */
async function acquireLease(dataSource: DataSource, owner: string): Promise<void> {
  const now = Date.now();
  await dataSource.query(
    `UPDATE migration_lease SET owner = '${owner}', expires_at = ${now + LEASE_MS}
     WHERE id = 1 AND (owner = '' OR expires_at < ${now} OR owner = '${owner}')`,
  );
  const [lease] = await dataSource.query<{ owner: string }[]>('SELECT owner FROM migration_lease');
  if (lease?.owner !== owner) throw new LeaseTaken();
}

async function releaseLease(dataSource: DataSource, owner: string): Promise<void> {
  await dataSource.query(`UPDATE migration_lease SET owner = '' WHERE owner = '${owner}'`);
}

async function refuseNewerDatabase(dataSource: DataSource): Promise<void> {
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const runner = dataSource.createQueryRunner();
  // Release the runner before the next query: the embedded engine allows one writer at a time.
  const hasMigrations = await runner.hasTable('migrations').finally(() => runner.release());
  if (!hasMigrations) return;
  const applied = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length === 0) return;
  throw new NewerDatabase(
    `The database is newer than this program: it has the migrations ${unknown.join(', ')}. ` +
      'Start the version of Forgenote that wrote it, or a later one.',
  );
}

/** Runs the step again if another instance holds the lease, locks the row or inserts the same row first. */
async function retryUntilFree(engine: Engine, step: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      const { kind } = engine.classify(error);
      const isTemporary =
        error instanceof LeaseTaken || kind === 'conflict' || kind === 'duplicate';
      if (!isTemporary || Date.now() > deadline) throw error;
      await delay(RETRY_DELAY_MS);
    }
  }
}
