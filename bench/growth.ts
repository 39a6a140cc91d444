/** Compares the service on a large database with the service on a small one. See bench/README.md. */
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { compareSizes, HEAD, REQUESTS, type Side } from './compare-sizes.js';
import { GROWTH_REQUESTS } from './growth-requests.js';
import { describeMachine } from './machine.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { openStore } from './open-store.js';
import { ServerProcess } from './server-process.js';

const SMALL = 100;
async function open(
  engine: EngineName,
  rows: number,
  flags: Flags,
  cleanup: Cleanup,
): Promise<Side> {
  const begin = performance.now();
  const sizes = { users: rows, notes: rows, events: rows, items: rows };
  const store = await openStore(engine, sizes, flags, cleanup);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${ENGINE_TITLE[engine]}: ${rows} rows per table in ${seconds} s`);
  const service = await ServerProcess.service(store.url);
  cleanup.add(() => service.stop());
  return { rows, store, service };
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const small = await open(engine, SMALL, flags, cleanup);
  const large = await open(engine, flags.rows, flags, cleanup);
  const rows = await compareSizes(small, large, GROWTH_REQUESTS, flags);
  publish(
    `growth-${engine}`,
    `Growth on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(large.store)),
        `Data: ${flags.rows} users, ${flags.rows} notes on one issue, ${flags.rows} events of one user, ${flags.rows} issues and ${flags.rows} merge requests of one project, against ${SMALL} of each`,
        `Load: one connection, ${flags.rounds} rounds of ${REQUESTS} requests or ${flags.seconds} s for each database, in turns; medians of the latency`,
      ],
      'The service remembers for 10 seconds that a listing has more than 10,000 rows. These requests repeat within that time, so they do not count again.',
      table(HEAD, rows),
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
