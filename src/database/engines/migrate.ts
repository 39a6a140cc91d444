import { randomUUID } from 'node:crypto';
import type { DataSource, MigrationInterface } from 'typeorm';
import { CannotStart } from '../../base/config/cannot-start.js';
import type { Engine } from '../engine.js';
import { migrationTime, OLDEST } from '../schema-version.js';
import { MigrationLease } from './migration-lease.js';
import { MigrationLog } from './migration-log.js';
import { pendingMigrations } from './pending-migrations.js';

/**
 * Applies the pending migrations. Instances that start together take turns with a lease. Without a pending migration
 * nothing is written, so a database that can only be read is fine.
 *
 * @returns those that it has applied, not those that another instance has
 * @throws NewerDatabase if the database has migrations this program does not know
 */
export async function migrate(engine: Engine): Promise<string[]> {
  const { dataSource } = engine;
  if ((await pending(dataSource)).length === 0) return [];
  const lease = new MigrationLease(engine, randomUUID());
  await lease.acquire().catch((error: unknown) => {
    if (engine.classify(error).kind !== 'read-only') throw error;
    throw new CannotStart(
      'The database lacks migrations of this program, and it can only be read: make it writable.',
    );
  });
  const log = new MigrationLog(() => pending(dataSource));
  try {
    // Another instance may have applied them while this one waited.
    const migrations = await pending(dataSource);
    if (migrations.length === 0) return [];
    log.begin(migrations, migrations.length === dataSource.migrations.length);
    // Before the migrations, so that running instances of older programs notice it in time.
    const revoke = await declareOldest(dataSource);
    await dataSource.runMigrations({ transaction: 'none' }).catch(async (error: unknown) => {
      await revoke();
      throw error;
    });
    log.finish(migrations);
    return migrations;
  } finally {
    log.stop();
    await lease.release();
  }
}

export const pending = (dataSource: DataSource): Promise<string[]> =>
  pendingMigrations(
    {
      hasTable: (name) => hasTable(dataSource, name),
      query: (sql) => dataSource.query(sql),
    },
    dataSource.migrations.map(({ name = '' }) => name),
  );

/**
 * A migration after which programs without it still work. It may add nullable columns, indexes, and tables without
 * foreign keys to older tables. Every other migration makes older programs answer 503.
 */
export interface AdditiveMigration extends MigrationInterface {
  readonly isAdditive: true;
}

const isAdditive = (migration: MigrationInterface | AdditiveMigration): boolean =>
  'isAdditive' in migration;

/**
 * Stores the last migration that programs have to know, unless the database has a later one. The result sets it back,
 * so that the operator can return to the older program after a failed migration.
 */
async function declareOldest(dataSource: DataSource): Promise<() => Promise<unknown>> {
  const breaking = dataSource.migrations.filter((migration) => !isAdditive(migration));
  const oldest = Math.max(...breaking.map(({ name }) => migrationTime(name)));
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS schema_compatibility (id int PRIMARY KEY, oldest_migration bigint NOT NULL)',
  );
  const [row] = await dataSource.query<{ oldest: number | string }[]>(OLDEST.text);
  const set = (value: number) =>
    dataSource.query(`UPDATE schema_compatibility SET oldest_migration = ${value}`);
  if (!row)
    await dataSource.query(
      `INSERT INTO schema_compatibility (id, oldest_migration) VALUES (1, ${oldest})`,
    );
  const previous = Number(row?.oldest ?? oldest);
  if (oldest > previous) await set(oldest);
  return () => set(previous);
}

export async function hasTable(dataSource: DataSource, name: string): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  // Release the runner before the next query: the embedded engine allows one writer at a time.
  return runner.hasTable(name).finally(() => runner.release());
}
