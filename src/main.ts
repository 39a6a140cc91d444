import cluster from 'node:cluster';
import { explain } from './config/cannot-start.js';
import { readConfig } from './config/config.js';
import { loadEnvironment } from './config/environment.js';

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment());
  // Loaded where it is needed: whoever only looks after workers has no use for the service.
  if (cluster.isPrimary && config.workers > 1) {
    const { runWorkers } = await import('./workers.js');
    runWorkers(config);
  } else {
    const { serve } = await import('./serve.js');
    await serve(config);
  }
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
