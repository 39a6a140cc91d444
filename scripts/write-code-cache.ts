/**
 * Preloaded into a program: at its end, writes V8's code cache of each file that was loaded, with the functions
 * that were used, for `launch` to start from.
 */
import { writeFileSync } from 'node:fs';
import { scripts } from '../src/launch.js';

process.on('exit', () => {
  for (const [cache, script] of scripts) writeFileSync(cache, script.createCachedData());
});
