/** Tells what a second worker is worth, next to the database and the load generator. See bench/README.md. */
import { withCleanup, type Cleanup } from './cleanup.js';
import { compare, describeLoad, type Pair } from './compare.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { isWanted, ITEMS, SIZES } from './items.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { POOL, ServerProcess } from './server-process.js';

/** Next to no work, much work of the service's own, and a write. */
const TOLD = ['user-by-id', 'notes-100', 'create-note'];

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const items = ITEMS.filter(({ name }) => TOLD.includes(name)).filter(isWanted(flags));
  const store = await openStore(engine, SIZES, flags, cleanup);
  // The same service with one worker is what two are measured by, with as many connections in all.
  const start = async (): Promise<Pair> => {
    const service = await ServerProcess.service(store.url, {
      WORKERS: '2',
      DATABASE_POOL: String(POOL / 2),
    });
    cleanup.add(() => service.stop());
    const limit = await ServerProcess.service(store.url);
    cleanup.add(() => limit.stop());
    return { service, limit };
  };
  const rows: string[][] = [];
  for (const item of items) {
    console.log(`${ENGINE_TITLE[engine]}: ${item.title}`);
    const { service, limit, ratio } = await compare(item, start, flags);
    rows.push([
      item.title,
      ...[ratio.rate, ratio.p99].map((number) => number.toFixed(2)),
      ...[service.rate, limit.rate].map((number) => number.toFixed(0)),
    ]);
  }
  publish(
    `workers-${engine}`,
    `Two workers and one on ${ENGINE_TITLE[engine]}`,
    [
      [...(await describeMachine(store)), describeLoad(flags)],
      'Two by one, and in figures:',
      table(['Work item', 'requests/s', 'p99', 'req/s of two', 'of one'], rows),
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
