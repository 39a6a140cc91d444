import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseConfig } from '../config/config.js';
import { EmbeddedEngine } from './sqlite/sqlite-engine.js';
import type { Engine } from './engine.js';
import { ServerEngine } from './mysql/mysql-engine.js';

/** The engine a DATABASE_URL names, not yet connected. */
export function createEngine(database: DatabaseConfig): Engine {
  if (database.kind === 'mysql') return new ServerEngine(database);
  mkdirSync(dirname(database.path), { recursive: true });
  return new EmbeddedEngine(database.path, database.durable);
}

/** Where the files that belong to the data are kept. */
export function dataFolder(database: DatabaseConfig): string {
  return database.kind === 'sqlite' ? dirname(database.path) : 'data';
}
