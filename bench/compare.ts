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

/** Measures both servers on one item in turns: A B, B A, A B... */
export async function compare(
  item: Item,
  service: ServerProcess,
  limit: ServerProcess,
  flags: Flags,
): Promise<Comparison> {
  const counter = { sent: 0 };
  const cell = (server: ServerProcess) => measure(server, item, flags, counter);
  for (let n = 0; n < WARM_UP; n++) {
    await cell(service);
    await cell(limit);
  }
  const rounds: { service: Cell; limit: Cell }[] = [];
  for (let n = 0; n < flags.rounds; n++) {
    if (n % 2 === 0) {
      const first = await cell(service);
      rounds.push({ service: first, limit: await cell(limit) });
    } else {
      const first = await cell(limit);
      rounds.push({ service: await cell(service), limit: first });
    }
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
