import { parseArgs } from 'node:util';
import type { EngineName } from '../bench/flags.js';

export interface TortureFlags {
  /** Names of parts. Empty means all. */
  parts: readonly string[];
  engines: readonly EngineName[];
  /** Under 3 minutes in all: fewer rounds, and nothing that needs a database server of its own. */
  short: boolean;
  /** Whether to run the parts on broken services too, which have to fail. */
  controls: boolean;
  seed: number;
  /** URL of a MariaDB server, without a database name. */
  mariadb: string;
}

const ENGINES: readonly EngineName[] = ['sqlite', 'mariadb'];
const MAX_SEED = 2 ** 31;

export function readFlags(args: string[] = process.argv.slice(2)): TortureFlags {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      engine: { type: 'string', multiple: true, default: [...ENGINES] },
      short: { type: 'boolean', default: false },
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
    short: values.short,
    controls: values.controls,
    seed: Number(values.seed ?? Math.floor(Math.random() * MAX_SEED)),
    mariadb: values.mariadb.replace(/\/$/, ''),
  };
}
