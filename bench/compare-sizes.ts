import type { Flags } from './flags.js';
import type { GrowthRequest } from './growth-requests.js';
import { load } from './load.js';
import { atMost } from './report.js';
import type { ServerProcess } from './server-process.js';
import { median } from './statistics.js';
import type { Store } from './store.js';

/** One measurement ends after this many requests, or after `flags.seconds`. */
export const REQUESTS = 1_000;

/** The service on a database of a certain size. */
export interface Side {
  rows: number;
  store: Store;
  service: ServerProcess;
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

/** Measures each wanted request on both sides, in turns. Returns the rows of a table. */
export async function compareSizes(
  small: Side,
  large: Side,
  requests: readonly GrowthRequest[],
  flags: Flags,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const it of requests) {
    if (flags.only.length > 0 && !flags.only.some((text) => it.title.includes(text))) continue;
    const row = await compare(small, large, it, flags);
    console.log(row.join('  '));
    rows.push(row);
  }
  return rows;
}

export const HEAD = ['Request', 'large by small', 'goal', 'small, ms', 'large, ms'];
