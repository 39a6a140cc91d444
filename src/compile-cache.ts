/**
 * Keeps compiled code next to the program, so that the next start is faster. Node has this from 22.8 on, which the
 * types of Node 20 do not know. Imported first: only modules loaded after this call are cached.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(fileURLToPath(new URL('../compile-cache', import.meta.url)));
