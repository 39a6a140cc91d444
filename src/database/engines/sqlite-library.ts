import { createRequire } from 'node:module';
import { vendoredFile } from '../../base/config/package-files.js';

/** What this service uses of a statement in the API of `node:sqlite`. */
export interface Prepared {
  all(...values: unknown[]): unknown[];
  get(...values: unknown[]): unknown;
  iterate(...values: unknown[]): Iterable<unknown>;
  run(...values: unknown[]): { changes: number; lastInsertRowid: number };
  columns(): unknown[];
}

export interface SqliteDatabase {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare(sql: string): Prepared;
  exec(sql: string): void;
  close(): void;
}

/** A copy in `dist/vendor`: the package of the library would compile at its installation. */
export const { DatabaseSync } = createRequire(import.meta.url)(
  vendoredFile('@photostructure/sqlite', 'dist/index.cjs'),
) as { DatabaseSync: new (path: string, options: { timeout: number }) => SqliteDatabase };
