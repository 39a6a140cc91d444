import { mkdtempSync, rmSync } from 'node:fs';
import { useCompileCache } from '../process/compile-cache.js';
import { explain } from '../../base/config/cannot-start.js';
import { readConfig } from '../../base/config/config.js';
import { loadEnvironment, overridden } from '../../base/config/environment.js';
import { makePrivateFolder } from '../../base/config/private-files.js';
import { requireFreePort } from '../../http/server/port.js';
import { makeSampleData, SAMPLE_PASSWORD } from './sample-data.js';

const TOKEN = 'demo-token-of-root-0';
/** The development servers of front ends. */
const LOCAL_PAGES = 'http://localhost:*,http://127.0.0.1:*';

/**
 * Runs the service on a new demo database with sample data. Each demo has a folder of its own, which is removed when it
 * ends. A name from the port would not be enough: demos on two hosts have the same port, and of two that start together
 * each may find the port free.
 */
async function demo(): Promise<void> {
  const settings = overridden(overridden({ CORS_ORIGINS: LOCAL_PAGES }, loadEnvironment()), {
    DATABASE_URL: 'sqlite:data/demo.sqlite',
    ADMIN_TOKEN: TOKEN,
    ADMIN_PASSWORD: SAMPLE_PASSWORD,
    // Keep log lines out of the instructions printed below.
    LOG_LEVEL: 'silent',
  });
  const { http } = readConfig(settings);
  // Before anything is created.
  await requireFreePort(http);
  makePrivateFolder('data');
  const folder = mkdtempSync('data/demo-');
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const database = `${folder}/forgenote.sqlite`;
  console.log(`Starting on a new database in ${database} ...`);
  useCompileCache();
  // Dynamic imports: the compile cache needs them.
  const { createApp, listen } = await import('../app.js');
  const { stopOnSignals } = await import('../process/stop.js');
  const config = readConfig({ ...settings, DATABASE_URL: `sqlite:${database}` });
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
  ${origin}/root/relay-calculator/issues/1   number 1 of another project: its id is 2

Read a conversation:
  curl -H 'PRIVATE-TOKEN: ${grace}' ${notes}

Join it:
  curl -H 'PRIVATE-TOKEN: ${grace}' --data-urlencode 'body=Hello from curl' ${notes}

List the events of a user:
  curl -H 'PRIVATE-TOKEN: ${ada}' ${api}/users/3/events

Call it from a page of your own on http://localhost or http://127.0.0.1, with any port.

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
