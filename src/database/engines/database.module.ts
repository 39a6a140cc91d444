import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../base/config/config.js';
import { connectionProblem } from './connection-problem.js';
import { Database, ENGINE } from '../database.js';
import { createEngine } from './create-engine.js';
import type { Engine } from '../engine.js';
import { DATA_SOURCE_NAME } from '../feature-repository.js';
import { continueAfter } from '../clock.js';
import { latestTime } from './latest-time.js';
import { hasTable, migrate } from './migrate.js';
import type { Schema } from './schema.js';
import { requireRestored } from './unfinished-restore.js';

/**
 * Connects and migrates before any other provider exists. It provides the named data source itself instead of
 * `TypeOrmModule.forRoot`, which would retry ten times and run the migrations without a lease.
 */
@Module({})
export class DatabaseModule {
  static forSchema(schema: Schema): DynamicModule {
    const providers = [
      {
        provide: ENGINE,
        inject: [CONFIG],
        useFactory: async ({ database }: Config): Promise<Engine> => {
          try {
            const engine = await createEngine(database, schema);
            return await openAndMigrate(engine);
          } catch (error) {
            throw await connectionProblem(error, database);
          }
        },
      },
      {
        provide: getDataSourceToken(DATA_SOURCE_NAME) as string,
        inject: [ENGINE],
        useFactory: ({ dataSource }: Engine): DataSource => dataSource,
      },
      Database,
    ];
    return { module: DatabaseModule, global: true, providers, exports: providers };
  }
}

async function openAndMigrate(engine: Engine): Promise<Engine> {
  try {
    await engine.open();
    await requireRestored({ hasTable: (name) => hasTable(engine.dataSource, name) });
    await migrate(engine);
    continueAfter(await latestTime(engine.dataSource));
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
