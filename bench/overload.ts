/** Measures how the service behaves with more connections than it can serve. See bench/README.md. */
import { setTimeout as delay } from 'node:timers/promises';
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { isWanted, ITEMS, SIZES, type Item } from './items.js';
import { load, type Measured } from './load.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { ServerProcess } from './server-process.js';
import { median, quantile } from './statistics.js';

const CONNECTIONS = [10, 50, 200, 500];
const MEASURED = ['user', 'notes-20', 'notes-100', 'create-note'];
const WARM_UP_SECONDS = 5;
const PROBE_INTERVAL_MS = 50;
/** The goals for the most connections. Times in milliseconds. If one of them is missed, the exit code is 1. */
const GOALS = { ofBest: 0.8, p99: 1_000, shedP99: 50, health: 200 };

interface Turn extends Measured {
  health: number[];
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const store = await openStore(engine, SIZES, flags, cleanup);
  const items = ITEMS.filter(({ name }) => MEASURED.includes(name)).filter(isWanted(flags));
  const service = await ServerProcess.service(store.url);
  cleanup.add(() => service.stop());
  const rows: string[][] = [];
  for (const item of items) {
    console.log(`${ENGINE_TITLE[engine]}: ${item.title}`);
    await turn(service, item, 16, WARM_UP_SECONDS);
    const turns = new Map(CONNECTIONS.map((count): [number, Turn[]] => [count, []]));
    for (let n = 0; n < flags.rounds; n++)
      for (const [count, done] of turns) done.push(await turn(service, item, count, flags.seconds));
    rows.push(...rowsOf(item, turns));
  }
  const head = [
    'requests',
    'req/s',
    'of the best',
    'p99',
    'shed/s',
    'p99 shed',
    'max /health',
    'goals',
  ];
  publish(
    `overload-${engine}`,
    `Overload on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(store)),
        `Each connection sends its next request at once, also after 503; ${flags.rounds} rounds of ${flags.seconds} s, medians; load generator, service and database share the machine`,
        'Requests/s and p99 are those of requests that the service answered. Times in milliseconds',
      ],
      table(head, rows),
    ],
    flags,
  );
}

/** Sends load and, on a connection of its own, health checks. */
async function turn(
  { origin }: ServerProcess,
  { request, status }: Item,
  connections: number,
  seconds: number,
): Promise<Turn> {
  const health: number[] = [];
  let isOver = false;
  const probe = async () => {
    while (!isOver) {
      const path = '/health';
      const options = { connections: 1, seconds, requests: 1, status: 200 };
      const { latencies } = await load(origin, {
        ...options,
        request: () => ({ method: 'GET', path, headers: {} }),
      });
      health.push(...latencies);
      await delay(PROBE_INTERVAL_MS);
    }
  };
  const probing = probe();
  const measured = await load(origin, { connections, seconds, status, request, mayShed: true });
  isOver = true;
  await probing;
  return { ...measured, health };
}

function rowsOf({ title }: Item, turns: Map<number, Turn[]>): string[][] {
  const rate = (done: Turn[]) => median(done.map((one) => one.latencies.length / one.seconds));
  const best = Math.max(...[...turns.values()].map(rate));
  return [...turns].map(([count, done]) => {
    const shed = done.flatMap((one) => one.shed);
    const figures = {
      ofBest: rate(done) / best,
      p99: median(done.map(({ latencies }) => quantile(latencies, 0.99))),
      shedP99: shed.length === 0 ? 0 : quantile(shed, 0.99),
      health: Math.max(...done.flatMap((one) => one.health)),
    };
    return [
      `${title}, ${count} connections`,
      rate(done).toFixed(0),
      figures.ofBest.toFixed(2),
      figures.p99.toFixed(0),
      median(done.map((one) => one.shed.length / one.seconds)).toFixed(0),
      shed.length === 0 ? '' : figures.shedP99.toFixed(0),
      figures.health.toFixed(0),
      count === Math.max(...CONNECTIONS) ? judge(figures) : '',
    ];
  });
}

function judge({ ofBest, p99, shedP99, health }: typeof GOALS): string {
  const isReached =
    ofBest >= GOALS.ofBest && p99 < GOALS.p99 && shedP99 <= GOALS.shedP99 && health <= GOALS.health;
  if (!isReached) process.exitCode = 1;
  return isReached ? 'reached' : 'missed';
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
