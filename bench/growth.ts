/** Compares the service on a large database with the service on a small one. See bench/README.md. */
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { GROWTH_REQUESTS, type GrowthRequest } from './growth-requests.js';
import { load } from './load.js';
import { describeMachine } from './machine.js';
import { atMost, ENGINE_TITLE, publish, table } from './report.js';
import { openStore } from './open-store.js';
import { ServerProcess } from './server-process.js';
import { median } from './statistics.js';
import type { Store } from './store.js';

const SMALL = 100;
/** One measurement ends after this many requests, or after `flags.seconds`. */
const REQUESTS = 1_000;

interface Side {
  rows: number;
  store: Store;
  service: ServerProcess;
}

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

/** Returns the median latency in milliseconds. One connection, so that requests do not wait for each other. */
async function measure({ service, rows }: Side, it: GrowthRequest, flags: Flags): Promise<number> {
  const { latencies } = await load(service.origin, {
    connections: 1,
    seconds: flags.seconds,
    requests: REQUESTS,
    status: 200,
    request: (n) => it.request(rows, n),
  });
  return median(latencies);
}

async function compare(small: Side, large: Side, it: GrowthRequest, flags: Flags) {
  const pairs: [small: number, large: number][] = [];
  await measure(small, it, flags);
  await measure(large, it, flags);
  for (let n = 0; n < flags.rounds; n++) {
    if (n % 2 === 0) {
      const first = await measure(small, it, flags);
      pairs.push([first, await measure(large, it, flags)]);
    } else {
      const first = await measure(large, it, flags);
      pairs.push([await measure(small, it, flags), first]);
    }
  }
  const ratio = median(pairs.map(([a, b]) => b / a));
  const goal = it.goal === null ? '' : atMost(ratio, it.goal);
  const ms = ([0, 1] as const).map((side) => median(pairs.map((pair) => pair[side])).toFixed(2));
  return [it.title, ratio.toFixed(2), goal, ...ms];
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const small = await open(engine, SMALL, flags, cleanup);
  const large = await open(engine, flags.rows, flags, cleanup);
  const rows: string[][] = [];
  for (const it of GROWTH_REQUESTS) {
    if (flags.only.length > 0 && !flags.only.some((text) => it.title.includes(text))) continue;
    const row = await compare(small, large, it, flags);
    console.log(row.join('  '));
    rows.push(row);
  }
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
      table(['Request', 'large by small', 'goal', 'small, ms', 'large, ms'], rows),
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
