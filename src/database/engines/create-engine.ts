import { dirname } from 'node:path';
import type { DatabaseConfig } from '../../base/config/config.js';
import { makePrivateFolder } from '../../base/config/private-files.js';
import type { Engine } from '../engine.js';
import type { Schema } from './schema.js';
import { SqliteEngine } from './sqlite-engine.js';

/** The engine for a DATABASE_URL, not yet connected. Loads the driver of MySQL only for a server. */
export async function createEngine(database: DatabaseConfig, schema: Schema): Promise<Engine> {
  if (database.kind === 'mysql') {
    const { MysqlEngine } = await import('./mysql-engine.js');
    return new MysqlEngine(database, schema);
  }
  makePrivateFolder(dirname(database.path));
  return new SqliteEngine(database.path, schema, database.durable ?? true);
}

/** The folder for files that belong to the data. */
export function dataFolder(database: DatabaseConfig): string {
  return database.kind === 'sqlite' ? dirname(database.path) : 'data';
}
