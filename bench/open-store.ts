import type { Cleanup } from './cleanup.js';
import type { EngineName, Flags } from './flags.js';
import { seed, type Sizes } from './seed.js';
import { ServerProcess } from './server-process.js';
import { createStore, type Store } from './store.js';

/** Creates and fills a database. The service has started on it once. */
export async function openStore(
  engine: EngineName,
  sizes: Sizes,
  flags: Flags,
  cleanup: Cleanup,
  folder?: string,
): Promise<Store> {
  const store = await createStore(engine, flags);
  cleanup.add(() => store.drop());
  // The first start runs the migrations and creates the administrator. Later starts are ordinary cold starts.
  const first = await ServerProcess.service(store.url, { folder });
  cleanup.add(() => first.stop());
  await first.stop();
  await seed(store, sizes);
  return store;
}
