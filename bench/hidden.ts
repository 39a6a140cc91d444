/** Compares lists with many rows that the viewer cannot see with lists that have few. See bench/README.md. */
import { withCleanup, type Cleanup } from './cleanup.js';
import { compareSizes, HEAD, REQUESTS, type Side } from './compare-sizes.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { addHiddenRows, HIDDEN_REQUESTS } from './hidden-rows.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { ServerProcess } from './server-process.js';

const FEW = 1_000;
const MANY = 300_000;
const SIZES = { users: 100, notes: 100, events: 100 };

async function open(engine: EngineName, rows: number, flags: Flags, cleanup: Cleanup) {
  const store = await openStore(engine, SIZES, flags, cleanup);
  await addHiddenRows(store, rows);
  console.log(`${ENGINE_TITLE[engine]}: ${rows} hidden rows per list`);
  const service = await ServerProcess.service(store.url);
  cleanup.add(() => service.stop());
  return { rows, store, service } satisfies Side;
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const small = await open(engine, FEW, flags, cleanup);
  const large = await open(engine, Math.min(MANY, flags.rows), flags, cleanup);
  publish(
    `hidden-${engine}`,
    `Hidden rows on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(large.store)),
        `Data: lists of 30 visible rows behind ${large.rows} newer rows that the viewer cannot see, against ${FEW}`,
        `Load: one connection, ${flags.rounds} rounds of ${REQUESTS} requests or ${flags.seconds} s for each database, in turns; medians of the latency`,
      ],
      table(HEAD, await compareSizes(small, large, HIDDEN_REQUESTS, flags)),
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
