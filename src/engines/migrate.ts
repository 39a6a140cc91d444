import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { CannotStart } from '../config/cannot-start.js';
import type { Engine } from '../database/engine.js';
import { MigrationLease } from './migration-lease.js';

const LOG_INTERVAL_MS = 5_000;

/** A later version of the program has migrated the database. */
export class NewerDatabase extends CannotStart {}

/**
 * Applies the pending migrations. Instances that start together take turns with a lease. Without a pending migration
 * nothing is written, so a database that can only be read is fine.
 *
 * @throws NewerDatabase if the database has migrations this program does not know
 */
export async function migrate(engine: Engine): Promise<void> {
  const { dataSource } = engine;
  if ((await pendingMigrations(dataSource)).length === 0) return;
  const lease = new MigrationLease(engine, randomUUID());
  await lease.acquire().catch((error: unknown) => {
    if (engine.classify(error).kind !== 'read-only') throw error;
    throw new CannotStart(
      'The database lacks migrations of this program, and it can only be read: make it writable.',
    );
  });
  const stopLogging = logProgress(dataSource);
  try {
    // Another instance may have applied them while this one waited.
    if ((await pendingMigrations(dataSource)).length === 0) return;
    await dataSource.runMigrations({ transaction: 'none' });
  } finally {
    stopLogging();
    await lease.release();
  }
}

/** The names of the migrations that this database does not have yet, in their order. */
async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const known = dataSource.migrations.map(({ name = '' }) => name);
  const applied = new Set(await appliedMigrations(dataSource));
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length === 0) return known.filter((name) => !applied.has(name));
  throw new NewerDatabase(
    `The database is newer than this program: it has the migrations ${unknown.join(', ')}. ` +
      'Start the version of Forgenote that wrote it, or a later one.',
  );
}

async function appliedMigrations(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  // Release the runner before the next query: the embedded engine allows one writer at a time.
  const hasMigrations = await runner.hasTable('migrations').finally(() => runner.release());
  if (!hasMigrations) return [];
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  return rows.map(({ name }) => name);
}

/** Logs which migration runs, until the returned function is called. A large table can take minutes. */
function logProgress(dataSource: DataSource): () => void {
  const logger = new Logger('database');
  const start = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1_000);
    pendingMigrations(dataSource).then(
      ([name = '']) => {
        logger.log(`Still migrating the database: ${name}, ${seconds} s`);
      },
      () => undefined,
    );
  }, LOG_INTERVAL_MS);
  return () => {
    clearInterval(timer);
  };
}
