import cluster from 'node:cluster';
import { announcement } from './announcement.js';
import { createApp, listen } from './app.js';
import type { Config } from './config/config.js';
import { sendHeartbeats } from './heartbeat.js';
import { observe } from './observe.js';
import { stopOnSignals } from './stop.js';

/** Runs the service in this process, either as the only one or as a worker started by `workers.ts`. */
export async function serve(config: Config): Promise<void> {
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
