import type { Flags } from './flags.js';
import type { Item } from './items.js';
import { load, type Measured, type Until } from './load.js';
import type { ServerProcess } from './server-process.js';
import { median, quantile } from './statistics.js';

/** What does not count: it takes some ten thousand requests until the compiler has done its work. */
export const WARM_UP: Until = { requests: 10_000, seconds: 30 };
/** Shorter ones that count, taken together: a machine others use too is slower for seconds at a time. */
export const TURNS = 10;

/** What one server did in a while. */
interface Sample extends Measured {
  cpuMs: number;
}

/** One round of one server. */
interface Cell {
  /** Requests a second. */
  rate: number;
  /** Milliseconds of processor time a request took of the server. */
  cpu: number;
  /** Milliseconds. */
  p99: number;
}

export interface Comparison {
  item: Item;
  service: Cell;
  limit: Cell;
  /** Service by limit, each the median of the rounds' own: what disturbs a round disturbs both of it. */
  ratio: Cell;
  /** Of the rounds' own requests a second: the lowest and the highest. */
  range: [number, number];
}

/** The two servers on one database. */
export interface Pair {
  service: ServerProcess;
  limit: ServerProcess;
}

/**
 * Measures both servers on one item, in turns: A B, B A, A B... Each round has processes of its own, for one
 * differs from the next by a tenth, and depends on what it was asked before.
 */
export async function compare(
  item: Item,
  start: () => Promise<Pair>,
  flags: Flags,
): Promise<Comparison> {
  const counter = { sent: 0 };
  const rounds: Record<keyof Pair, Cell>[] = [];
  for (let n = 0; n < flags.rounds; n++) {
    const pair = await start();
    const ask = (name: keyof Pair, until: Until) =>
      measure(pair[name], item, flags.connections, until, counter);
    for (const name of ['service', 'limit'] as const) await ask(name, WARM_UP);
    const samples: Record<keyof Pair, Sample[]> = { service: [], limit: [] };
    for (let m = 0; m < TURNS; m++) {
      const order: (keyof Pair)[] = (n + m) % 2 === 0 ? ['service', 'limit'] : ['limit', 'service'];
      for (const name of order)
        samples[name].push(await ask(name, { seconds: turnSeconds(flags) }));
    }
    rounds.push({ service: cellOf(samples.service), limit: cellOf(samples.limit) });
    await Promise.all([pair.service.stop(), pair.limit.stop()]);
  }
  const ratios = rounds.map((round) => divide(round.service, round.limit));
  const rates = ratios.map(({ rate }) => rate);
  return {
    item,
    service: medians(rounds.map((round) => round.service)),
    limit: medians(rounds.map((round) => round.limit)),
    ratio: medians(ratios),
    range: [Math.min(...rates), Math.max(...rates)],
  };
}

export const turnSeconds = ({ seconds }: Pick<Flags, 'seconds'>): number => seconds / 2;

/** How `compare` measures, for a report. */
export const describeLoad = (flags: Flags): string =>
  `Load: ${flags.connections} connections, ${flags.rounds} rounds with new processes, in each ${TURNS} turns of ${turnSeconds(flags)} s of either server, medians; load generator, servers and database share the machine`;

async function measure(
  server: ServerProcess,
  { request, status }: Item,
  connections: number,
  until: Until,
  counter: { sent: number },
): Promise<Sample> {
  const before = server.cpuMs();
  const measured = await load(server.origin, {
    ...until,
    connections,
    status,
    request: () => request(counter.sent++),
  });
  return { ...measured, cpuMs: server.cpuMs() - before };
}

function cellOf(samples: readonly Sample[]): Cell {
  const sum = (of: (sample: Sample) => number) => samples.reduce((all, one) => all + of(one), 0);
  const latencies = samples.flatMap((sample) => sample.latencies);
  return {
    rate: latencies.length / sum(({ seconds }) => seconds),
    cpu: sum(({ cpuMs }) => cpuMs) / latencies.length,
    p99: quantile(latencies, 0.99),
  };
}

const medians = (cells: readonly Cell[]): Cell => ({
  rate: median(cells.map(({ rate }) => rate)),
  cpu: median(cells.map(({ cpu }) => cpu)),
  p99: median(cells.map(({ p99 }) => p99)),
});

const divide = (a: Cell, b: Cell): Cell => ({
  rate: a.rate / b.rate,
  cpu: a.cpu / b.cpu,
  p99: a.p99 / b.p99,
});
