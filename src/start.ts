import cluster from 'node:cluster';
import { useCompileCache } from './compile-cache.js';
import { readConfig } from './config/config.js';
import { loadEnvironment } from './config/environment.js';
import { requireFreePort } from './port.js';

/** A variable of the workers that are started when a first one has listened. */
const LATER_WORKER = 'LATER_WORKER';

/** Starts the service with the settings of the environment. */
export async function start({ acceptsLostKey = false } = {}): Promise<void> {
  const environment = loadEnvironment();
  const config = { ...readConfig(environment), acceptsLostKey };
  useCompileCache();
  if (cluster.isPrimary) {
    await requireFreePort(config.http);
    if (config.metrics) await requireFreePort(config.metrics, 'METRICS_');
  }
  // Dynamic imports: the primary of several workers does not load the service, which saves 70 MB of memory, and the
  // compile cache needs them.
  if (cluster.isPrimary && config.workers > 1) {
    const { runWorkers } = await import('./workers.js');
    await runWorkers(config, { [LATER_WORKER]: 'yes' });
  } else {
    const { serve } = await import('./serve.js');
    await serve(config, { mayCreateFile: environment[LATER_WORKER] === undefined });
  }
}
