import { MysqlTarget } from '../../src/database/engines/copy/mysql-target.js';
import type { ServerConfig } from '../../src/database/engines/mysql-connection.js';
import { schema } from '../../src/app/schema.js';
import { freshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';

it('lets the connection that fills a database wait for a day while both databases are compared', async () => {
  const database = await freshDatabase();
  const config = readConfig({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) });
  const target = await MysqlTarget.create(config.database as ServerConfig, schema, []);
  const [rows] = await target['connection'].query('SELECT @@SESSION.wait_timeout AS seconds');
  await target.discard();
  await database.drop();
  expect(rows).toEqual([{ seconds: 86_400 }]);
});
