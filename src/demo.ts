import './compile-cache.js';
import { rmSync } from 'node:fs';
import { explain } from './config/cannot-start.js';
import { readConfig } from './config/config.js';
import { loadEnvironment } from './config/environment.js';

const DATABASE = 'data/demo.sqlite';
const TOKEN = 'demo-token-of-root-0';

/** Runs the service on a new demo database with sample data. */
async function demo(): Promise<void> {
  // Dynamic imports: the compile cache needs them.
  const { createApp, listen } = await import('./app.js');
  const { makeSampleData, SAMPLE_PASSWORD } = await import('./sample-data.js');
  const { stopOnSignals } = await import('./stop.js');
  const config = readConfig({
    ...loadEnvironment(),
    DATABASE_URL: `sqlite:${DATABASE}`,
    ADMIN_TOKEN: TOKEN,
    ADMIN_PASSWORD: SAMPLE_PASSWORD,
    // Keep log lines out of the instructions printed below.
    LOG_LEVEL: 'silent',
  });
  for (const suffix of ['', '-wal', '-shm']) rmSync(DATABASE + suffix, { force: true });
  const app = await createApp(config);
  stopOnSignals(app, config.http);
  const api = `${await listen(app, config)}/api/v3`;
  const { root, ada, grace } = await makeSampleData(api, TOKEN);
  const notes = `${api}/projects/1/issues/1/notes`;
  console.log(`Forgenote demo: ${api}

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
