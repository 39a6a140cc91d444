import cluster from 'node:cluster';
import { announcement } from './announcement.js';
import { createApp, listen } from './app.js';
import type { Config } from './config/config.js';
import { requireFile } from './engines/missing-database.js';
import { sendHeartbeats } from './heartbeat.js';
import { observe } from './observe.js';
import { stopOnSignals } from './stop.js';

interface ServeOptions {
  /** False for a worker after the first one: if the file is lost, the service must not continue with an empty one. */
  mayCreateFile: boolean;
}

/** Runs the service in this process, either as the only one or as a worker started by `workers.ts`. */
export async function serve(config: Config, { mayCreateFile }: ServeOptions): Promise<void> {
  if (!mayCreateFile) requireFile(config.database);
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
