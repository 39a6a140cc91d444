import { availableParallelism, cpus, release, totalmem, type as systemName } from 'node:os';
import type { Store } from './store.js';

/** Describes the machine, one line per fact, without host names or paths. */
export async function describeMachine(store: Store): Promise<string[]> {
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `Date: ${new Date().toISOString().slice(0, 10)}`,
    `Machine: ${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GiB`,
    `System: ${systemName()} ${release().replace(/-.*/, '')}, Node ${process.version}, ${await store.version()}`,
  ];
}
