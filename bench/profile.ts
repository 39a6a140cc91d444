/** Tells where the time of both servers goes, item by item. See bench/README.md. */
import type { Profiler } from 'node:inspector';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCleanup, type Cleanup } from './cleanup.js';
import { WARM_UP } from './compare.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { isWanted, ITEMS, SIZES, type Item } from './items.js';
import { load } from './load.js';
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

async function measure(
  start: (folder: string) => Promise<ServerProcess>,
  item: Item,
  { connections, seconds }: Flags,
): Promise<Shares> {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-profile-'));
  const server = await start(folder);
  let sent = 0;
  const run = (duration: number) =>
    load(server.origin, {
      ...{ connections, seconds: duration, status: item.status },
      request: () => item.request(sent++),
    });
  await run(WARM_UP * seconds);
  // The clock of V8's profiles.
  const from = Number(process.hrtime.bigint() / 1_000n);
  const { latencies } = await run(2 * seconds);
  await server.stop();
  const [file = ''] = readdirSync(folder);
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profiler.Profile;
  rmSync(folder, { recursive: true });
  return sharesOf(profile, from, latencies.length);
}

function sharesOf(profile: Profiler.Profile, from: number, requests: number): Shares {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const shares: Shares = new Map();
  let time = profile.startTime;
  profile.samples?.forEach((id, n) => {
    const taken = profile.timeDeltas?.[n] ?? 0;
    time += taken;
    const frame = frames.get(id);
    if (time < from || !frame || frame.functionName === '(idle)') return;
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
  const start = async (kind: 'modules' | 'limit', folder: string) => {
    const server = await ServerProcess[kind](store.url, folder);
    cleanup.add(() => server.stop());
    return server;
  };
  const rows: string[][] = [];
  for (const item of items) {
    console.log(`${ENGINE_TITLE[engine]}: ${item.title}`);
    const service = await measure((folder) => start('modules', folder), item, flags);
    const limit = await measure((folder) => start('limit', folder), item, flags);
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
        `Load: ${flags.connections} connections, ${2 * flags.seconds} s of either server, with a profiler`,
      ],
      'Microseconds of a request in functions of each kind, as V8 samples them, service / limit. A system call counts until it returns: the longer the more others want the processor.',
      table(['Work item', ...COLUMNS], rows),
      'What was tried: [docs/decisions/0010](../../docs/decisions/0010-what-a-request-costs.md).',
    ],
    flags,
  );
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
