import type { Flags } from './flags.js';
import type { Item } from './items.js';
import { load } from './load.js';
import type { ServerProcess } from './server-process.js';
import { median, quantile } from './statistics.js';

/** Measurements that do not count: it takes some ten thousand requests until the compiler has done its work. */
const WARM_UP = 3;

/** One measurement of one server. */
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
    const order: (keyof Pair)[] = n % 2 === 0 ? ['service', 'limit'] : ['limit', 'service'];
    const cells: Partial<Record<keyof Pair, Cell>> = {};
    // The last measurement counts.
    for (let m = 0; m <= WARM_UP; m++)
      for (const name of order) cells[name] = await measure(pair[name], item, flags, counter);
    rounds.push(cells as Record<keyof Pair, Cell>);
    await Promise.all([pair.service.stop(), pair.limit.stop()]);
  }
  return {
    item,
    service: medians(rounds.map((round) => round.service)),
    limit: medians(rounds.map((round) => round.limit)),
    ratio: medians(rounds.map((round) => divide(round.service, round.limit))),
  };
}

async function measure(
  server: ServerProcess,
  { request, status }: Item,
  { connections, seconds }: Flags,
  counter: { sent: number },
): Promise<Cell> {
  const before = server.cpuMs();
  const measured = await load(server.origin, {
    connections,
    seconds,
    status,
    request: () => request(counter.sent++),
  });
  const { length } = measured.latencies;
  return {
    rate: length / measured.seconds,
    cpu: (server.cpuMs() - before) / length,
    p99: quantile(measured.latencies, 0.99),
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
