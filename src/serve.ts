import cluster from 'node:cluster';
import { createApp, listen } from './app.js';
import type { Config } from './config/config.js';
import { sendHeartbeats } from './heartbeat.js';
import { stopOnSignals } from './stop.js';

/** Runs the service in this process, either as the only one or as a worker started by `workers.ts`. */
export async function serve(config: Config): Promise<void> {
  const app = await createApp(config);
  stopOnSignals(app, config.http);
  const url = await listen(app, config);
  if (cluster.isWorker) {
    process.send?.({ url });
    sendHeartbeats();
  } else {
    console.log(`Forgenote listens on ${url}`);
  }
}
