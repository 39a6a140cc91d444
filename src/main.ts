#!/usr/bin/env node
import { createApp, listen } from './app.js';
import { explain } from './config/cannot-start.js';
import { readConfig } from './config/config.js';
import { loadEnvironment } from './config/environment.js';
import { stopOnSignals } from './stop.js';

try {
  const config = readConfig(loadEnvironment());
  const app = await createApp(config);
  stopOnSignals(app, config.http.shutdownTimeoutMs);
  console.log(`Forgenote listens on ${await listen(app, config)}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
