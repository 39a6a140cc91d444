import type { Cleanup } from './cleanup.js';
import type { EngineName, Flags } from './flags.js';
import { seed, type Sizes } from './seed.js';
import { ServerProcess } from './server-process.js';
import { createStore, type Store } from './store.js';

/** A database of its own with so many rows, in which the service has been started once. */
export async function openStore(
  engine: EngineName,
  sizes: Sizes,
  flags: Flags,
  cleanup: Cleanup,
): Promise<Store> {
  const store = await createStore(engine, flags);
  cleanup.add(() => store.drop());
  // The first start makes the tables and the administrator; the next is the one an operator knows.
  const first = await ServerProcess.service(store.url);
  cleanup.add(() => first.stop());
  await first.stop();
  await seed(store, sizes);
  return store;
}
