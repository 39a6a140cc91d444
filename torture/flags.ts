import { parseArgs } from 'node:util';
import type { EngineName } from '../bench/flags.js';

/** Flags that the fault tests and the attacks share. */
export interface RunFlags {
  /** Names of parts, or of classes of attacks. Empty means all. */
  parts: readonly string[];
  engines: readonly EngineName[];
  /** Whether to run them on broken services too, which have to fail. */
  controls: boolean;
  seed: number;
  /** URL of a MariaDB server, without a database name. */
  mariadb: string;
}

export interface TortureFlags extends RunFlags {
  /** Under 3 minutes in all: fewer rounds, and nothing that needs a database server of its own. */
  short: boolean;
}

const ENGINES: readonly EngineName[] = ['sqlite', 'mariadb'];
const MAX_SEED = 2 ** 31;

export function readFlags(): TortureFlags {
  const { isResized: short, ...flags } = readRunFlags('short');
  return { ...flags, short };
}

/** Reads the arguments of the process. The flag named `resize` is the one that changes the size of the run. */
export function readRunFlags(
  resize: 'short' | 'long',
  args: string[] = process.argv.slice(2),
): RunFlags & { isResized: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      engine: { type: 'string', multiple: true, default: [...ENGINES] },
      [resize]: { type: 'boolean', default: false },
      controls: { type: 'boolean', default: true },
      seed: { type: 'string' },
      mariadb: { type: 'string', default: 'mariadb://root@127.0.0.1:3306' },
    },
  });
  const unknown = values.engine.find((name) => !ENGINES.some((engine) => engine === name));
  if (unknown !== undefined) throw new Error(`--engine is one of ${ENGINES.join(', ')}`);
  return {
    parts: positionals,
    engines: values.engine as EngineName[],
    isResized: values[resize] === true,
    controls: values.controls,
    seed: Number(values.seed ?? Math.floor(Math.random() * MAX_SEED)),
    mariadb: values.mariadb.replace(/\/$/, ''),
  };
}
