/**
 * The data source for TypeORM's own command line, after a build:
 * `npx typeorm -d dist/ormconfig.js migration:show`.
 */
import 'reflect-metadata';
import { readConfig } from './src/base/config/config.js';
import { loadEnvironment } from './src/base/config/environment.js';
import { createEngine } from './src/database/engines/create-engine.js';
import { schema } from './src/app/schema.js';

const { dataSource } = await createEngine(readConfig(loadEnvironment()).database, schema);
// The service's logger prints nothing, so the commands would print nothing either.
export default dataSource.setOptions({ logger: 'simple-console' });
