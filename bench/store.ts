import type { EngineName, Flags } from './flags.js';
import { MariadbStore } from './mariadb-store.js';
import { SqliteStore } from './sqlite-store.js';

/** A database for one run, and the connection that fills it. */
export interface Store {
  /** In the format of `DATABASE_URL`. */
  readonly url: string;
  /** Name and version of the engine, for the report. */
  version(): Promise<string>;
  /** Runs SQL. On both engines `||` concatenates and `sha2(text, 256)` exists. */
  run(sql: string): Promise<void>;
  count(table: string): Promise<number>;
  /** Size on disk in bytes, with indexes. Call it after `settle`. */
  bytes(): Promise<number>;
  /** Call after the last row: writes everything to disk and updates the statistics. */
  settle(tables: readonly string[]): Promise<void>;
  /** Number of statements the server received from all clients; null if the engine does not count them. */
  statements(): Promise<number | null>;
  drop(): Promise<void>;
}

/** Creates an empty database. */
export function createStore(
  engine: EngineName,
  { mariadb }: Pick<Flags, 'mariadb'>,
): Promise<Store> {
  return engine === 'mariadb' ? MariadbStore.create(mariadb) : Promise.resolve(new SqliteStore());
}
