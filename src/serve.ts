import cluster from 'node:cluster';
import { createApp, listen } from './app.js';
import type { Config } from './config/config.js';
import { stopOnSignals } from './stop.js';

/** The service itself, in this process: alone, or as one of the workers of `workers.ts`. */
export async function serve(config: Config): Promise<void> {
  const app = await createApp(config);
  stopOnSignals(app, config.http.shutdownTimeoutMs);
  const url = await listen(app, config);
  if (cluster.isWorker) process.send?.({ url });
  else console.log(`Forgenote listens on ${url}`);
}
