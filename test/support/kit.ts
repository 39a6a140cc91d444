// It needs dist/, so the tests that import it have a kind in their names: jest.config.js.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startForge as startInProcess } from '../../src/app/testing/in-process.js';
import type * as Kit from '../../src/app/testing/start-forge.js';
import { REPOSITORY } from './program.js';

/** The built test kit as a CommonJS suite loads it. */
export const KIT = join(REPOSITORY, 'dist/kit/src/app/testing/start-forge.js');

const kit = createRequire(import.meta.url)(KIT) as typeof Kit;

export type { Forge, ForgeSettings } from '../../src/app/testing/start-forge.js';

/** Both ways to start a forge. Everything but `app` is the same. */
export const KITS: [name: string, start: typeof Kit.startForge][] = [
  ['in a child process', kit.startForge],
  ['in this process', startInProcess],
];
