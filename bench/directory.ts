/** Measures synchronizations with an LDAP directory of 1,000 and of 50,000 users. See bench/README.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { SyncReport } from '../src/sign-in/directory-sync/sync-report.js';
import { Slapd, ldifOf } from '../test/support/slapd.js';
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { ITEMS, SIZES } from './items.js';
import { load } from './load.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { PROGRAM, ServerProcess } from './server-process.js';
import { quantile } from './statistics.js';
import type { Store } from './store.js';

const USERS = [1_000, 50_000];
const RUNS: readonly { title: string; filter: Record<string, string>; isHeld: boolean }[] = [
  { title: 'first run: finds the entries', filter: {}, isHeld: false },
  { title: 'second run: no change', filter: {}, isHeld: false },
  {
    title: 'held run: the filter leaves out nine of ten',
    filter: { LDAP_FILTER: '(uid=*0)' },
    isHeld: true,
  },
];
/** Seconds of requests before each measurement, because a new process is slow. */
const WARM_UP_SECONDS = 5;
/** Seconds of requests without a run, right before and right after it: a shared machine is slower for minutes at a time. */
const QUIET_SECONDS = 5;
const CLIENTS = 4;
/** For two runs of the service. */
const MAX_RUNS_SECONDS = 240;

interface Run {
  seconds: number;
  peakMb: number;
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const rows: string[][] = [];
  let machine: readonly string[] = [];
  for (const users of USERS) {
    const slapd = await Slapd.start();
    cleanup.add(() => slapd.stop());
    await slapd.load(people(slapd.peopleDn, users));
    const open = async () => {
      const store = await openStore(engine, { ...SIZES, users }, flags, cleanup);
      await addIdentities(store, slapd.peopleDn);
      return { store, env: settings(store, slapd) };
    };
    const idle = await open();
    for (const { title, filter, isHeld } of RUNS) {
      const settings = { ...idle.env.service, ...idle.env.directory, ...filter };
      const { seconds, peakMb } = await synchronize(settings, isHeld);
      const measured = [seconds.toFixed(1), peakMb.toFixed(0), '', '', ''];
      rows.push([`${users} users, ${title}, without requests`, ...measured]);
    }
    const { store, env } = await open();
    machine = await describeMachine(store);
    const service = await start(store.url, env.directory, cleanup);
    await during(service, () => delay(WARM_UP_SECONDS * 1000));
    const add = (title: string, { seconds, peakMb }: Run, quiet: number[], busy: number[]) => {
      const [usual, beside] = [quantile(quiet, 0.99), quantile(busy, 0.99)];
      console.log(`${ENGINE_TITLE[engine]}: ${users} users, ${title}`);
      rows.push([
        ...[`${users} users, ${title}`, seconds.toFixed(1), peakMb.toFixed(0)],
        ...[usual.toFixed(1), beside.toFixed(1), (beside / usual).toFixed(2)],
      ]);
    };
    for (const { title, filter, isHeld } of RUNS) {
      const quiet = await quietly(service);
      let measured: Run = { seconds: NaN, peakMb: NaN };
      const busy = await during(service, async () => {
        measured = await synchronize({ ...env.service, ...env.directory, ...filter }, isHeld);
      });
      add(title, measured, [...quiet, ...(await quietly(service))], busy);
    }
    const quiet = await quietly(service);
    await service.stop();
    const own = await ownRuns(store, { ...env.directory, LDAP_SYNC_EVERY: '1' }, cleanup);
    const again = await start(store.url, env.directory, cleanup);
    await during(again, () => delay(WARM_UP_SECONDS * 1000));
    const later = await quietly(again);
    await again.stop();
    add('two runs of the service itself', own, [...quiet, ...later], own.latencies);
  }
  const head = ['run', 'seconds', 'peak MiB', 'p99 without a run', 'p99 during the run', 'ratio'];
  publish(
    `directory-${engine}`,
    `Synchronizations on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...machine,
        `\`forgenote ldap sync\` beside a service that gets requests from ${CLIENTS} clients, which take all the CPU they can get; slapd, database, service and clients share the machine; p99 in milliseconds, without a run for 5 seconds before and 5 seconds after it; the memory is that of the command, or of the service that synchronizes`,
      ],
      table(head, rows),
    ],
    flags,
  );
}

/** The log shows when a run is complete, so every service of this bench writes one. */
async function start(
  url: string,
  directory: Record<string, string>,
  cleanup: Cleanup,
  output: (text: string) => void = () => undefined,
): Promise<ServerProcess> {
  const env = { ...directory, LOG_LEVEL: 'info' };
  const service = await ServerProcess.service(url, { env, output });
  cleanup.add(() => service.stop());
  return service;
}

/** A service that synchronizes all the time, in its own process. Measured until two runs are complete. */
async function ownRuns(
  store: Store,
  directory: Record<string, string>,
  cleanup: Cleanup,
): Promise<Run & { latencies: number[] }> {
  let completed = 0;
  const service = await start(store.url, directory, cleanup, (text) => {
    completed += text.split('The synchronization is complete').length - 1;
  });
  await during(service, () => delay(WARM_UP_SECONDS * 1000));
  completed = 0;
  const begin = performance.now();
  const secondsSoFar = () => (performance.now() - begin) / 1000;
  const latencies = await during(service, async () => {
    while (completed < 2) {
      if (secondsSoFar() > MAX_RUNS_SECONDS) throw new Error('The service does not synchronize');
      await delay(100);
    }
  });
  const measured = { seconds: secondsSoFar(), peakMb: service.memoryMb(), latencies };
  await service.stop();
  return measured;
}

/** The same people as the users that the seed makes, from id 2 on, with other names. */
function people(parent: string, count: number): string {
  return ldifOf(
    Array.from({ length: count }, (_, i) => {
      const uid = `person-${i + 2}`;
      const names = { uid, cn: `Person ${i + 2}`, sn: 'Person', mail: `${uid}@example.com` };
      return [`uid=${uid},${parent}`, { objectClass: ['inetOrgPerson'], ...names }] as const;
    }),
  );
}

async function addIdentities(store: Store, parent: string): Promise<void> {
  await store.run(
    `INSERT INTO identities (user_id, provider, extern_uid)
     SELECT id, 'ldapmain', 'uid=person-' || id || ',${parent}' FROM users WHERE id > 1`,
  );
  await store.settle(['identities']);
}

function settings({ url }: Store, slapd: Slapd) {
  const directory = {
    ...{ LDAP_URL: slapd.url, LDAP_BASE: slapd.base, LDAP_SYNC_EVERY: '0' },
    ...{ LDAP_BIND_DN: slapd.readerDn, LDAP_BIND_PASSWORD: slapd.readerPassword },
  };
  const key = 'a key that keeps nothing of worth';
  return { directory, service: { DATABASE_URL: url, SECRET_KEY: key, PATH: '' } };
}

const quietly = (service: ServerProcess) => during(service, () => delay(QUIET_SECONDS * 1000));

/** Latencies of requests until `work` has ended. */
async function during({ origin }: ServerProcess, work: () => Promise<void>): Promise<number[]> {
  let isOver = false;
  const latencies: number[] = [];
  const items = ITEMS.filter(({ name }) => name === 'notes-20' || name === 'create-note');
  const clients = Array.from({ length: CLIENTS }, async (_, i) => {
    const { status, request } = items[i % items.length] ?? items[0];
    while (!isOver) {
      const options = { connections: 1, seconds: 1, status, request };
      latencies.push(...(await load(origin, options)).latencies);
    }
  });
  await work().finally(() => (isOver = true));
  await Promise.all(clients);
  return latencies;
}

/** Runs the command. Fails unless it synchronizes everything, or is held because it would block too many users. */
async function synchronize(env: Record<string, string>, isHeld: boolean): Promise<Run> {
  const begin = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'ldap', 'sync', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 100);
  const [output, code] = await Promise.all([
    text(child.stdout),
    once(child, 'exit').then(([status]) => Number(status)),
  ]);
  clearInterval(timer);
  const report = JSON.parse(output.startsWith('{') ? output : '{}') as Partial<SyncReport>;
  const asExpected = isHeld ? report.held : code === 0;
  if (!asExpected) throw new Error(`ldap sync ended with ${code}: ${output.slice(0, 2_000)}`);
  return { seconds: (performance.now() - begin) / 1000, peakMb };
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
