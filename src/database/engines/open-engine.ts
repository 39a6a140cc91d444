import { statSync } from 'node:fs';
import { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../../base/config/config.js';
import type { Engine } from '../engine.js';
import { createEngine } from './create-engine.js';
import { requireForgenote } from './require-forgenote.js';
import { dataSourceOptions, type Schema } from './schema.js';
import { ReadOnlyConnection } from './sqlite-connection.js';

/** What commands need that look at migrations. */
export type Migratable = Pick<Engine, 'dataSource' | 'close'>;

/**
 * Opens a database to look at its migrations. Creates and changes nothing: instead of a file that is missing or empty,
 * it opens an empty database in memory.
 */
export async function openForReading(
  database: DatabaseConfig,
  schema: Schema,
): Promise<Migratable> {
  if (database.kind === 'mysql') return openEngine(database, schema);
  const dataSource = await openFile(hasContent(database.path) ? database.path : null, schema);
  return { dataSource, close: () => dataSource.destroy() };
}

/** Opens a database that may be written, and creates a file that is missing. */
export async function openEngine(database: DatabaseConfig, schema: Schema): Promise<Engine> {
  const engine = await createEngine(database, schema);
  try {
    await engine.open();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export const hasContent = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** @param path null for an empty database in memory, which can be written */
export function openFile(path: string | null, schema: Schema): Promise<DataSource> {
  const dataSource = new DataSource({
    // Entities have column types that only the engine knows.
    ...dataSourceOptions({ ...schema, entities: [] }),
    type: 'better-sqlite3',
    database: path ?? ':memory:',
    driver: ReadOnlyConnection,
    prepareDatabase: (connection: ReadOnlyConnection) => {
      if (path !== null) requireForgenote(connection, path);
    },
  });
  return dataSource.initialize();
}
