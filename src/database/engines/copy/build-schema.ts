import type { DatabaseConfig } from '../../../base/config/config.js';
import type { Engine } from '../../engine.js';
import { migrate } from '../migrate.js';
import { openEngine } from '../open-engine.js';
import type { Schema } from '../schema.js';

/**
 * Applies the migrations of the schema that the database lacks.
 *
 * @param complete writes what the finished tables need
 */
export async function buildSchema(
  database: DatabaseConfig,
  schema: Schema,
  complete?: (engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = await openEngine(database, schema);
  try {
    await migrate(engine);
    await complete?.(engine);
  } finally {
    await engine.close();
  }
}

/** The schema as it was when the last of these migrations was the newest. */
export const schemaOf = (schema: Schema, migrations: string[]): Schema => ({
  ...schema,
  migrations: schema.migrations.filter(({ name }) => migrations.includes(name)),
});
