/** Measures disk, memory and CPU time of services of three sizes, for docs/observing.md. See bench/README.md. */
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { ITEMS } from './items.js';
import { load } from './load.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { ServerProcess } from './server-process.js';
import { quantile } from './statistics.js';

/** Each note has an event. */
const FORGES = [
  { users: 1_000, notes: 100_000 },
  { users: 20_000, notes: 1_000_000 },
  { users: 200_000, notes: 1_000_000 },
];
const CONNECTIONS = 16;
/** For each kind of request. */
const WARM_UP_SECONDS = 2;

interface Forge {
  users: number;
  notes: number;
  bytes: number;
  cells: string[];
}

async function measure(
  engine: EngineName,
  { users, notes }: (typeof FORGES)[number],
  flags: Flags,
  cleanup: Cleanup,
): Promise<Forge & { machine: readonly string[] }> {
  const store = await openStore(engine, { users, notes, events: notes }, flags, cleanup);
  const [bytes, machine] = [await store.bytes(), await describeMachine(store)];
  const service = await ServerProcess.service(store.url);
  const idleMb = service.memoryMb();
  const costs: string[] = [];
  let memoryMb = idleMb;
  for (const { status, request } of ITEMS) {
    const options = { connections: CONNECTIONS, status, request };
    await load(service.origin, { ...options, seconds: WARM_UP_SECONDS });
    const before = service.cpuMs();
    const { latencies } = await load(service.origin, { ...options, seconds: flags.seconds });
    const cpuMs = (service.cpuMs() - before) / latencies.length;
    costs.push(`${cpuMs.toFixed(2)} / ${quantile(latencies, 0.99).toFixed(0)}`);
    memoryMb = Math.max(memoryMb, service.memoryMb());
  }
  await service.stop();
  console.log(`${ENGINE_TITLE[engine]}: ${users} users, ${notes} notes`);
  const cells = [megabytes(bytes), idleMb.toFixed(0), memoryMb.toFixed(0), ...costs];
  return { users, notes, bytes, cells, machine };
}

/** Bytes of a user with their address and search terms, and of a note with its event: from the differences. */
function perRow([small, medium, large]: Forge[]): string {
  if (!small || !medium || !large) throw new Error('There are three sizes');
  const user = (large.bytes - medium.bytes) / (large.users - medium.users);
  const grown = medium.bytes - small.bytes - user * (medium.users - small.users);
  const note = grown / (medium.notes - small.notes);
  return `A user takes ${user.toFixed(0)} bytes on disk, a note with its event ${note.toFixed(0)}. A note has about 80 characters here: add the length of longer texts.`;
}

async function run(engine: EngineName, flags: Flags): Promise<void> {
  const forges: Forge[] = [];
  let machine: readonly string[] = [];
  for (const forge of FORGES)
    await withCleanup(async (cleanup) => {
      const measured = await measure(engine, forge, flags, cleanup);
      machine = measured.machine;
      forges.push(measured);
    });
  const measures = ['disk MB', 'idle MiB', 'MiB under load', ...ITEMS.map(({ title }) => title)];
  const head = ['', ...forges.map(({ users, notes }) => `${users} users, ${notes} notes`)];
  publish(
    `sizing-${engine}`,
    `Sizes on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...machine,
        `Load: ${CONNECTIONS} connections, one kind of request at a time`,
        'Disk: the database with its indexes. Memory: the resident memory of the service, without the database server',
        'Requests: CPU time of the service per request in ms / 99th percentile of the latency in ms at full load',
      ],
      table(
        head,
        measures.map((title, i) => [title, ...forges.map(({ cells }) => cells[i] ?? '')]),
      ),
      perRow(forges),
    ],
    flags,
  );
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

const flags = readFlags();
for (const engine of flags.engines) await run(engine, flags);
