import type { MigrationInterface } from 'typeorm';
import { SilentLogger } from './silent-logger.js';

/** The entities and migrations of the application. `database/` itself knows no entity. */
export interface Schema {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
}

/** The data source options that both engines share. */
export const dataSourceOptions = (schema: Schema) => ({
  ...schema,
  migrationsTableName: 'migrations',
  migrationsTransactionMode: 'none' as const,
  synchronize: false,
  logger: new SilentLogger(),
});
