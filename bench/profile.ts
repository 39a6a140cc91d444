/** Tells where the time of both servers goes, item by item. See bench/README.md. */
import type { Profiler } from 'node:inspector';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCleanup, type Cleanup } from './cleanup.js';
import { TURNS, turnSeconds, WARM_UP } from './compare.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { isWanted, ITEMS, SIZES, type Item } from './items.js';
import { load, type Until } from './load.js';
import { describeMachine } from './machine.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { openStore } from './open-store.js';
import { ServerProcess } from './server-process.js';

/** Whose function was running, by the address of its module; the first that matches. */
const GROUPS: readonly [name: string, address: RegExp][] = [
  ['Node', /^node:/],
  ['mysql2', /node_modules\/(mysql2|lru\.min|sql-escaper|named-placeholders|long|iconv-lite)\//],
  ['Nest', /node_modules\/(@nestjs|rxjs|reflect-metadata)\//],
  ['input', /node_modules\/class-(validator|transformer)\//],
  ['TypeORM', /node_modules\/typeorm\//],
  ['Fastify, others', /node_modules\//],
  ['own', /^file:/],
];
const NATIVE = 'system calls, V8';
const GARBAGE = 'garbage';
const COLUMNS = [NATIVE, GARBAGE, ...GROUPS.map(([name]) => name)];

/** Microseconds of a request, by group. */
type Shares = Map<string, number>;

type Kind = 'service' | 'limit';
const KINDS: readonly Kind[] = ['service', 'limit'];

/** One of the two servers while it is profiled. */
interface Subject {
  server: ServerProcess;
  folder: string;
  /** The clock of V8's profiles, in microseconds. */
  turns: { from: number; to: number }[];
  requests: number;
}

/** In turns, as the two are compared. */
async function measure(
  start: (kind: Kind, folder: string) => Promise<ServerProcess>,
  item: Item,
  flags: Flags,
): Promise<Record<Kind, Shares>> {
  const begin = async (kind: Kind): Promise<Subject> => {
    const folder = mkdtempSync(join(tmpdir(), 'forgenote-profile-'));
    return { server: await start(kind, folder), folder, turns: [], requests: 0 };
  };
  const subjects = { service: await begin('service'), limit: await begin('limit') };
  let sent = 0;
  const ask = ({ server }: Subject, until: Until) =>
    load(server.origin, {
      ...{ ...until, connections: flags.connections, status: item.status },
      request: () => item.request(sent++),
    });
  for (const kind of KINDS) await ask(subjects[kind], WARM_UP);
  for (let turn = 0; turn < 2 * TURNS; turn++) {
    const subject = subjects[KINDS[turn % 2] ?? 'service'];
    const from = now();
    const { latencies } = await ask(subject, { seconds: turnSeconds(flags) });
    subject.turns.push({ from, to: now() });
    subject.requests += latencies.length;
  }
  return { service: await finish(subjects.service), limit: await finish(subjects.limit) };
}

const now = () => Number(process.hrtime.bigint() / 1_000n);

async function finish({ server, folder, turns, requests }: Subject): Promise<Shares> {
  await server.stop();
  const [file = ''] = readdirSync(folder);
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profiler.Profile;
  rmSync(folder, { recursive: true });
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const shares: Shares = new Map();
  let time = profile.startTime;
  profile.samples?.forEach((id, n) => {
    const taken = profile.timeDeltas?.[n] ?? 0;
    time += taken;
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') return;
    if (!turns.some(({ from, to }) => from <= time && time < to)) return;
    const group = groupOf(frame);
    shares.set(group, (shares.get(group) ?? 0) + taken / requests);
  });
  return shares;
}

function groupOf({ functionName, url }: Profiler.Profile['nodes'][number]['callFrame']): string {
  if (functionName === '(garbage collector)') return GARBAGE;
  return GROUPS.find(([, address]) => address.test(url))?.[0] ?? NATIVE;
}

const microseconds = (shares: Shares, column: string) => (shares.get(column) ?? 0).toFixed(0);

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const items = ITEMS.filter(isWanted(flags));
  const store = await openStore(engine, SIZES, flags, cleanup);
  const start = async (kind: Kind, folder: string) => {
    const server = await (kind === 'service'
      ? ServerProcess.modules(store.url, folder)
      : ServerProcess.limit(store.url, folder));
    cleanup.add(() => server.stop());
    return server;
  };
  const rows: string[][] = [];
  for (const item of items) {
    console.log(`${ENGINE_TITLE[engine]}: ${item.title}`);
    const { service, limit } = await measure(start, item, flags);
    rows.push([
      item.title,
      ...COLUMNS.map((name) => `${microseconds(service, name)} / ${microseconds(limit, name)}`),
    ]);
  }
  publish(
    `profile-${engine}`,
    `Where the time goes on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(store)),
        `Load: ${flags.connections} connections, ${TURNS} turns of ${turnSeconds(flags)} s of either server, with a profiler`,
      ],
      "Microseconds of a request in functions of each kind, as V8 samples them, service / limit, one process of each for an item. It is time, not processor time: what is waited for the processor counts, in system calls most of all. The service is not bundled here; that an answer becomes text counts as Fastify in it, and as the limit's own.",
      table(['Work item', ...COLUMNS], rows),
      'What was tried: [docs/decisions/0010](../../docs/decisions/0010-what-a-request-costs.md).',
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
