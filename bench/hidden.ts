/** Measures lists with many rows that the viewer cannot see. See bench/README.md. */
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { addHiddenRows, HIDDEN_REQUESTS, type HiddenRequest } from './hidden-rows.js';
import { load } from './load.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { atMost, ENGINE_TITLE, publish, table } from './report.js';
import { ServerProcess } from './server-process.js';
import { median } from './statistics.js';

const HIDDEN = 300_000;
const SIZES = { users: 100, notes: 100, events: 100 };
/** The highest median of the latency, in milliseconds. */
const GOAL = 500;

/** One connection, so that requests do not wait for each other. */
async function measure(
  origin: string,
  { title, request }: HiddenRequest,
  { rounds, seconds }: Flags,
): Promise<string[]> {
  const measured = await load(origin, {
    ...{ connections: 1, seconds: rounds * seconds, status: 200, request: () => request },
  });
  const ms = median(measured.latencies);
  const row = [title, ms.toFixed(2), atMost(ms, GOAL)];
  console.log(row.join('  '));
  return row;
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const hidden = Math.min(HIDDEN, flags.rows);
  const store = await openStore(engine, SIZES, flags, cleanup);
  await addHiddenRows(store, hidden);
  console.log(`${ENGINE_TITLE[engine]}: ${hidden} hidden rows per list`);
  const service = await ServerProcess.service(store.url);
  cleanup.add(() => service.stop());
  const rows: string[][] = [];
  for (const it of HIDDEN_REQUESTS)
    if (flags.only.length === 0 || flags.only.some((text) => it.title.includes(text)))
      rows.push(await measure(service.origin, it, flags));
  publish(
    `hidden-${engine}`,
    `Hidden rows on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(store)),
        `Data: lists of 30 visible rows behind ${hidden} newer rows that the viewer cannot see`,
        `Load: one connection, ${flags.rounds * flags.seconds} s for each request; medians of the latency`,
      ],
      table(['Request', 'ms', 'goal'], rows),
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
