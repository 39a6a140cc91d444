import cluster from 'node:cluster';
import { announcement } from './announcement.js';
import { createApp, listen } from './app.js';
import type { Config } from './config/config.js';
import { requireFile } from './engines/missing-database.js';
import { sendHeartbeats } from './heartbeat.js';
import { observe } from './observe.js';
import { stopOnSignals } from './stop.js';

/** Runs the service in this process, either as the only one or as a worker started by `workers.ts`. */
export async function serve(config: Config): Promise<void> {
  // Only the first worker may create a file. Later ones would continue with an empty one when it is lost.
  if (cluster.worker && cluster.worker.id > 1) requireFile(config.database);
  const observation = await observe(config);
  const app = await createApp(config, observation.attach);
  await observation.listen();
  stopOnSignals(app, config.http);
  const line = announcement(app, await listen(app, config));
  if (cluster.isWorker) {
    process.send?.({ announcement: line });
    sendHeartbeats();
  } else {
    console.log(line);
  }
}
