import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type EngineName = 'mariadb' | 'sqlite';
const ENGINES: readonly EngineName[] = ['mariadb', 'sqlite'];

export interface Flags {
  engines: readonly EngineName[];
  /** How often each server is measured on each item. */
  rounds: number;
  /** The longest time of one measurement. */
  seconds: number;
  connections: number;
  /** Names of work items. Empty means all. */
  only: readonly string[];
  /** URL of a MariaDB server, without a database name. */
  mariadb: string;
  /** Rows per table in the large database of `bench:growth`. */
  rows: number;
  /** Folder of another, built version of the project, to compare with instead of the bare server. */
  before?: string;
}

/** Flags instead of environment variables: those configure the service. */
export function readFlags(args: string[] = process.argv.slice(2)): Flags {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: 'string', multiple: true, default: [...ENGINES] },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '16' },
      only: { type: 'string', multiple: true, default: [] },
      mariadb: { type: 'string', default: 'mariadb://root@127.0.0.1:3306' },
      rows: { type: 'string', default: '1000000' },
      before: { type: 'string' },
    },
  });
  return {
    engines: values.engine.map(engineName),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: positive('connections', values.connections),
    only: values.only,
    mariadb: values.mariadb.replace(/\/$/, ''),
    rows: positive('rows', values.rows),
    ...(values.before === undefined ? {} : { before: resolve(values.before) }),
  };
}

function engineName(text: string): EngineName {
  const name = ENGINES.find((engine) => engine === text);
  if (!name) throw new Error(`--engine is one of ${ENGINES.join(', ')}`);
  return name;
}

function positive(flag: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${flag} must be a number above 0`);
  return number;
}
