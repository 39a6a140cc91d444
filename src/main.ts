#!/usr/bin/env node
import './compile-cache.js';
import cluster from 'node:cluster';
import { explain } from './config/cannot-start.js';
import { readConfig } from './config/config.js';
import { loadEnvironment } from './config/environment.js';

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment());
  // Dynamic imports: the primary of several workers does not load the service, and the compile cache needs them.
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
