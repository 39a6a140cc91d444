import type { Flags } from './flags.js';
import type { Item } from './items.js';
import { load, type Measured, type StopCondition } from './load.js';
import type { ServerProcess } from './server-process.js';
import { median, quantile } from './statistics.js';

/** One of ten turns that are not counted: V8 needs about 10,000 requests to optimize the code. */
const WARM_UP: StopCondition = { requests: 1_000, seconds: 3 };
/** Many short turns instead of one long one: a shared machine is slower for seconds at a time. */
const TURNS = 10;

/** One turn of one server. */
interface Sample extends Measured {
  cpuMs: number;
}

/** One round of one server, all turns together. */
interface Cell {
  /** Requests per second. */
  rate: number;
  /** CPU time of the server per request, in milliseconds. */
  cpu: number;
  /** Milliseconds. */
  p99: number;
}

export interface Comparison {
  item: Item;
  service: Cell;
  limit: Cell;
  /** Service divided by limit: the median of the ratios of the rounds. */
  ratio: Cell;
  /** The lowest and the highest ratio of requests per second in a round. */
  range: [number, number];
}

/** Both servers use the same database. */
export interface Pair {
  service: ServerProcess;
  limit: ServerProcess;
}

/**
 * Measures both servers on one item, in turns: A B, B A, A B ... Each round starts new processes: two processes of
 * the same program differ by up to 10 %, and earlier requests influence later ones.
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
    const send = (name: keyof Pair, stopAt: StopCondition) =>
      measure(pair[name], item, flags.connections, stopAt, counter);
    const orderOf = (turn: number): (keyof Pair)[] =>
      (n + turn) % 2 === 0 ? ['service', 'limit'] : ['limit', 'service'];
    // A process that waits for the warm-up of the other one is slower afterwards: a tenth more CPU, p99 1.5 times.
    for (let turn = 0; turn < TURNS; turn++)
      for (const name of orderOf(turn)) await send(name, WARM_UP);
    const samples: Record<keyof Pair, Sample[]> = { service: [], limit: [] };
    for (let turn = 0; turn < TURNS; turn++)
      for (const name of orderOf(turn))
        samples[name].push(await send(name, { seconds: turnSeconds(flags) }));
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

const turnSeconds = ({ seconds }: Pick<Flags, 'seconds'>): number => seconds / 2;

/** Describes the load of `compare` for the report. */
export const describeLoad = (flags: Flags): string =>
  `Load: ${flags.connections} connections, ${flags.rounds} rounds with new processes, in each ${TURNS} turns of ${turnSeconds(flags)} s of either server, medians; load generator, servers and database share the machine`;

async function measure(
  server: ServerProcess,
  { request, status }: Item,
  connections: number,
  stopAt: StopCondition,
  counter: { sent: number },
): Promise<Sample> {
  const before = server.cpuMs();
  const measured = await load(server.origin, {
    ...stopAt,
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
