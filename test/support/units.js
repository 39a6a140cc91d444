/**
 * Units of work in a process of their own, on the built program: `node units.js DATABASE_URL add COUNT`
 * reads, thinks and writes; `... append` writes until it is killed, and prints what it was promised.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { readConfig } from '../../dist/src/base/config/config.js';
import { createEngine } from '../../dist/src/database/engines/create-engine.js';
import { schema } from '../../dist/src/app/schema.js';
import { Database } from '../../dist/src/database/database.js';
import { RequestScope } from '../../dist/src/database/request-scope.js';
import { statement } from '../../dist/src/database/statement.js';

const READ = statement('SELECT value FROM counters WHERE id = 1');
const WRITE = statement('UPDATE counters SET value = :value WHERE id = 1');
const APPEND = statement('INSERT INTO counters (id, value) VALUES (:id, 0)');

const [url, task, count = '0'] = process.argv.slice(2);
const engine = await createEngine(
  readConfig({ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(40) }).database,
  schema,
);
await engine.open();
const database = new Database(engine);

async function add() {
  await database.unit(RequestScope.background, async (unit) => {
    const [row] = await unit.lock(READ);
    await turn();
    await unit.write(WRITE, { value: Number(row.value) + 1 });
  });
}

if (task === 'add') {
  for (let n = 0; n < Number(count); n++) await add();
  await engine.close();
} else {
  for (let id = 1000; ; id++) {
    await database.unit(RequestScope.background, (unit) => unit.write(APPEND, { id }));
    process.stdout.write(`${id}\n`);
  }
}
