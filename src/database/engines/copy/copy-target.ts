import type { DatabaseConfig } from '../../../base/config/config.js';
import type { Engine } from '../../engine.js';
import type { Schema } from '../schema.js';
import { MysqlTarget } from './mysql-target.js';
import type { CopiedTable, Row, Snapshot } from './snapshot.js';
import { SqliteTarget } from './sqlite-target.js';

/** A new database that is filled with the rows of another one. Nobody sees it before `finish`. */
export interface CopyTarget {
  /** Returns how many rows it has inserted. */
  insert(table: CopiedTable, rows: AsyncIterable<Row>): Promise<number>;
  /** What has been inserted, to compare it with the source. */
  snapshot(): Promise<Snapshot>;
  /**
   * Applies the migrations that the source lacked, and makes the database usable.
   *
   * @param complete writes more rows, before anybody can use the database
   */
  finish(complete: (engine: Engine) => Promise<void>): Promise<void>;
  /** Removes everything that was created. */
  discard(): Promise<void>;
}

/**
 * Creates the tables as they are after the given migrations.
 *
 * @throws CannotStart the database is not empty
 */
export const createTarget = (
  database: DatabaseConfig,
  schema: Schema,
  migrations: string[],
): Promise<CopyTarget> =>
  database.kind === 'sqlite'
    ? SqliteTarget.create(database, schema, migrations)
    : MysqlTarget.create(database, schema, migrations);
