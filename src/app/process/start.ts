import { useCompileCache } from './compile-cache.js';
import { readConfig } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import { requireFreePort } from '../../http/server/port.js';

/** Starts the service with the settings of the environment. */
export async function start({ acceptsLostKey = false } = {}): Promise<void> {
  const config = { ...readConfig(loadEnvironment()), acceptsLostKey };
  await requireFreePort(config.http);
  if (config.metrics) await requireFreePort(config.metrics, 'METRICS_');
  useCompileCache();
  // Dynamic import: the compile cache needs it.
  const { serve } = await import('./serve.js');
  await serve(config);
}
