import 'reflect-metadata';
import { readConfig } from './src/config/config.js';
import { loadEnvironment } from './src/config/environment.js';
import { createEngine } from './src/engines/create-engine.js';
import { schema } from './src/schema.js';

/** The service's own data source, for TypeORM's command line: `npx typeorm -d dist/ormconfig.js migration:show`. */
export default createEngine(readConfig(loadEnvironment()).database, schema).dataSource;
