import module from 'node:module';
import { programFile } from '../../base/config/package-files.js';

const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

/**
 * Saves 9 % of a start's CPU time on Node 22.8 and later. Call it before the service is imported. It writes files, so
 * commands that create nothing do not call it.
 */
export function useCompileCache(): void {
  enableCompileCache?.(programFile('compile-cache'));
}
