/**
 * Preloaded where the build runs a program: keeps what V8 has compiled of it, with the functions that were used,
 * for `launch` to start from.
 */
import { writeFileSync } from 'node:fs';
import { scripts } from '../src/launch.js';

process.on('exit', () => {
  for (const [code, script] of scripts) writeFileSync(code, script.createCachedData());
});
