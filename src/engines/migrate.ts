import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CannotStart } from '../config/cannot-start.js';
import type { Engine } from '../database/engine.js';

/** A lease nobody renewed for this long belongs to a process that died, in milliseconds. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 5_000;
const WAIT_MS = 120_000;

/** The database was written by a later version of the program. */
export class NewerDatabase extends CannotStart {}

/**
 * Applies the migrations that are pending. Instances that start together take turns through a lease in
 * a table: named locks do not reach over a cluster, and a table works on every engine.
 *
 * @throws NewerDatabase the database has migrations this program does not know
 */
export async function migrate(engine: Engine): Promise<void> {
  const { dataSource } = engine;
  const owner = randomUUID();
  await patiently(engine, () => createLease(dataSource));
  await patiently(engine, () => takeLease(dataSource, owner));
  const renewal = setInterval(() => {
    // One that failed is followed by the next; whoever lost the lease meets statements that bear repeating.
    takeLease(dataSource, owner).catch(() => undefined);
  }, RENEWAL_MS);
  try {
    await refuseNewer(dataSource);
    await dataSource.runMigrations({ transaction: 'none' });
  } finally {
    clearInterval(renewal);
    await patiently(engine, () =>
      dataSource.query(`UPDATE migration_lease SET owner = '' WHERE owner = '${owner}'`),
    );
  }
}

class LeaseTaken extends Error {}

async function takeLease(dataSource: DataSource, owner: string): Promise<void> {
  const now = Date.now();
  await dataSource.query(
    `UPDATE migration_lease SET owner = '${owner}', expires_at = ${now + LEASE_MS}
     WHERE id = 1 AND (owner = '' OR expires_at < ${now} OR owner = '${owner}')`,
  );
  const [lease] = await dataSource.query<{ owner: string }[]>('SELECT owner FROM migration_lease');
  if (lease?.owner !== owner) throw new LeaseTaken();
}

async function createLease(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS migration_lease (id int PRIMARY KEY, owner varchar(36) NOT NULL, expires_at bigint NOT NULL)',
  );
  const rows = await dataSource.query<unknown[]>('SELECT id FROM migration_lease');
  if (rows.length > 0) return;
  await dataSource.query("INSERT INTO migration_lease (id, owner, expires_at) VALUES (1, '', 0)");
}

async function refuseNewer(dataSource: DataSource): Promise<void> {
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const runner = dataSource.createQueryRunner();
  // Released before anything else is asked: the embedded engine lets one writer in at a time.
  const migrated = await runner.hasTable('migrations').finally(() => runner.release());
  if (!migrated) return;
  const applied = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length === 0) return;
  throw new NewerDatabase(
    `The database is newer than this program: it has the migrations ${unknown.join(', ')}. ` +
      'Start the version of Forgenote that wrote it, or a later one.',
  );
}

/** Tries again while another instance holds the lease or the engine asks to wait. */
async function patiently(engine: Engine, step: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      const { kind } = engine.classify(error);
      const passing = error instanceof LeaseTaken || kind === 'conflict' || kind === 'duplicate';
      if (!passing || Date.now() > end) throw error;
      await delay(100);
    }
  }
}
