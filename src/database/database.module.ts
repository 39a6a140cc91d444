import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { Database, ENGINE } from './database.js';
import { createEngine } from './data-source.js';
import { migrate } from './migrate.js';

/** Connected and migrated before anything else of the service exists. */
@Global()
@Module({
  providers: [
    {
      provide: ENGINE,
      inject: [CONFIG],
      useFactory: async ({ database }: Config) => {
        const engine = createEngine(database);
        await engine.open();
        try {
          await migrate(engine);
        } catch (error) {
          await engine.close();
          throw error;
        }
        return engine;
      },
    },
    Database,
  ],
  exports: [Database, ENGINE],
})
export class DatabaseModule {}
