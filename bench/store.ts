import type { EngineName, Flags } from './flags.js';
import { MariadbStore } from './mariadb-store.js';
import { SqliteStore } from './sqlite-store.js';

/** A database that exists for one run, and the connection that fills it. */
export interface Store {
  /** As `DATABASE_URL` says it. */
  readonly url: string;
  /** Name and version of the engine, for the report. */
  version(): Promise<string>;
  /** Both engines understand `||` and `sha2(text, 256)` here. */
  run(sql: string): Promise<void>;
  /** After the last row: everything is on the disk and counted. */
  settle(tables: readonly string[]): Promise<void>;
  /** How many statements the engine has been sent by anybody, where it counts them. */
  statements(): Promise<number | null>;
  drop(): Promise<void>;
}

/** An empty database of its own. */
export function createStore(engine: EngineName, { mariadb }: Flags): Promise<Store> {
  return engine === 'mariadb' ? MariadbStore.create(mariadb) : Promise.resolve(new SqliteStore());
}
