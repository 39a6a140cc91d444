import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { connectionProblem } from './connection-problem.js';
import { Database, ENGINE } from './database.js';
import { createEngine } from './data-source.js';
import type { Engine } from './engine.js';
import { migrate } from './migrate.js';

/** Connected and migrated before anything else of the service exists. */
@Global()
@Module({
  providers: [
    {
      provide: ENGINE,
      inject: [CONFIG],
      useFactory: async ({ database }: Config): Promise<Engine> => {
        try {
          return await openAndMigrate(createEngine(database));
        } catch (error) {
          throw connectionProblem(error, database);
        }
      },
    },
    Database,
  ],
  exports: [Database, ENGINE],
})
export class DatabaseModule {}

async function openAndMigrate(engine: Engine): Promise<Engine> {
  await engine.open();
  try {
    await migrate(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
