import { rmSync } from 'node:fs';
import { useCompileCache } from './compile-cache.js';
import { explain } from './config/cannot-start.js';
import { readConfig } from './config/config.js';
import { loadEnvironment } from './config/environment.js';
import { requireFreePort } from './port.js';
import { makeSampleData, SAMPLE_PASSWORD } from './sample-data.js';

const TOKEN = 'demo-token-of-root-0';

/** Runs the service on a new demo database with sample data. Each port has a database of its own. */
async function demo(): Promise<void> {
  const settings = {
    ...loadEnvironment(),
    DATABASE_URL: 'sqlite:data/demo.sqlite',
    ADMIN_TOKEN: TOKEN,
    ADMIN_PASSWORD: SAMPLE_PASSWORD,
    // Keep log lines out of the instructions printed below.
    LOG_LEVEL: 'silent',
  };
  const { http } = readConfig(settings);
  const database = `data/demo-${http.port || process.pid}.sqlite`;
  // Before the database is replaced: another demo may be running on it.
  await requireFreePort(http);
  console.log(`Starting on a new database in ${database} ...`);
  useCompileCache();
  // Dynamic imports: the compile cache needs them.
  const { createApp, listen } = await import('./app.js');
  const { stopOnSignals } = await import('./stop.js');
  const config = readConfig({ ...settings, DATABASE_URL: `sqlite:${database}` });
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  const app = await createApp(config);
  stopOnSignals(app, config.http);
  const origin = await listen(app, config);
  const api = `${origin}/api/v3`;
  console.log('Creating users, a project and a conversation ...');
  const { root, ada, grace } = await makeSampleData(api, TOKEN);
  const notes = `${api}/projects/1/issues/1/notes`;
  console.log(`
Forgenote demo: ${api}

Look at it in a browser:
  ${origin}/       the start page
  ${origin}/docs   the API reference, where you can send requests
  ${origin}/ada    the page of a user
  ${origin}/ada/analytical-engine/issues/1   a conversation

Read a conversation:
  curl -H 'PRIVATE-TOKEN: ${grace}' ${notes}

Join it:
  curl -H 'PRIVATE-TOKEN: ${grace}' --data-urlencode 'body=Hello from curl' ${notes}

List the events of a user:
  curl -H 'PRIVATE-TOKEN: ${ada}' ${api}/users/3/events

Administer (root):
  curl -H 'PRIVATE-TOKEN: ${root}' '${api}/users?search=ada'

Variables for the examples in docs/interface:
  API=${api} TOKEN=${root}  # root
  API=${api} TOKEN=${ada}  # ada
  API=${api} TOKEN=${grace}  # grace

Stop with Ctrl-C.`);
}

demo().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
