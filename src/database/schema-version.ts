import type { Engine } from './engine.js';
import { NewerSchema } from './failures.js';
import { statement } from './statement.js';

/** A check is repeated after this time, in milliseconds. */
const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 2_000;

/** `database/engines/migrate.ts` writes it. */
export const OLDEST = statement<{ oldest: number | string }>(
  'SELECT oldest_migration AS oldest FROM schema_compatibility',
);

/** The time in the name of a migration, by which migrations are ordered. */
export const migrationTime = (name = ''): number => Number(/\d{13}$/.exec(name)?.[0]);

/** Notices that a newer program has migrated the database in a way that this program cannot work with. */
export class SchemaVersion {
  /** Set while the database is too new: each request then fails with it. */
  problem?: NewerSchema;
  private checkedAt = -Infinity;

  constructor(private readonly engine: Engine) {}

  /** @throws NewerSchema */
  async check(): Promise<void> {
    const problem = await this.find();
    if (problem) throw problem;
  }

  /** Asks the database, unless it was asked just now. */
  async find(): Promise<NewerSchema | undefined> {
    if (performance.now() - this.checkedAt > INTERVAL_MS) {
      this.checkedAt = performance.now();
      // A failure says nothing about the schema, and the health check reports it.
      const rows = await this.engine.read(OLDEST, {}, TIMEOUT_MS).catch(() => undefined);
      if (rows)
        this.accept(Number((rows[0] as { oldest?: number | string } | undefined)?.oldest ?? 0));
    }
    return this.problem;
  }

  private accept(oldest: number): void {
    const known = this.engine.dataSource.migrations.map(({ name }) => migrationTime(name));
    if (oldest > Math.max(...known)) this.problem ??= new NewerSchema();
    else delete this.problem;
  }
}
