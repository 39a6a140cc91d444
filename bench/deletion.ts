/** Measures how long requests wait while a user with 100,000 notes is deleted. See bench/README.md. */
import { setTimeout as delay } from 'node:timers/promises';
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { SIZES, type HttpRequest } from './items.js';
import { load } from './load.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { ADMIN, CALLER_ID, tokenOf } from './seed.js';
import { ServerProcess } from './server-process.js';
import { quantile } from './statistics.js';
import type { Store } from './store.js';

const NOTES = 100_000;
/** Writes all notes and events of the database. Not one of the users who send requests. */
const DELETED_ID = 500;
/** The time before the deletion, for comparison. */
const BEFORE_SECONDS = 10;

const JSON_TYPE = { 'content-type': 'application/json' };
const headers = { 'private-token': tokenOf(CALLER_ID) };
const issue = (id: number) => `/api/v3/projects/1/issues/${id}`;
const get = (path: string): HttpRequest => ({ method: 'GET', path, headers });
const note = (id: number): HttpRequest => ({
  method: 'POST',
  path: `${issue(id)}/notes`,
  headers: { ...headers, ...JSON_TYPE },
  body: JSON.stringify({ body: 'It hums again since this morning.' }),
});

/** One client for each sends its next request when it has the response. */
const REQUESTS: readonly { title: string; status: number; request: HttpRequest }[] = [
  { title: 'list the notes of the same issue', status: 200, request: get(`${issue(1)}/notes`) },
  { title: 'get another issue', status: 200, request: get(issue(2)) },
  { title: 'add a note to the same issue', status: 201, request: note(1) },
  { title: 'add a note to another issue', status: 201, request: note(2) },
];

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const store = await openStore(engine, { ...SIZES, notes: NOTES, events: NOTES }, flags, cleanup);
  await store.run(`UPDATE notes SET author_id = ${DELETED_ID}`);
  await store.run(`UPDATE events SET author_id = ${DELETED_ID}`);
  await store.settle(['notes', 'events']);
  const service = await ServerProcess.service(store.url);
  cleanup.add(() => service.stop());
  const warmUp = () => delay(BEFORE_SECONDS * 1000);
  await measure(service, warmUp);
  const before = await measure(service, warmUp);
  const begin = performance.now();
  const during = await measure(service, () => deletion(service, store));
  const seconds = (performance.now() - begin) / 1000;
  const rows = REQUESTS.map(({ title }, i) => [
    title,
    ...[before[i], during[i]].flatMap((latencies) => [
      quantile(latencies, 0.99).toFixed(1),
      latencies.reduce((a, b) => Math.max(a, b), 0).toFixed(1),
    ]),
  ]);
  publish(
    `deletion-${engine}`,
    `A large deletion on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(store)),
        `A user with ${NOTES} notes and ${NOTES} events is deleted within ${seconds.toFixed(0)} s; ${REQUESTS.length} clients; times in milliseconds`,
      ],
      table(['request', 'p99 before', 'longest before', 'p99 during', 'longest during'], rows),
    ],
    flags,
  );
}

/** Deletes the user and waits until the last row is gone. */
async function deletion({ origin }: ServerProcess, store: Store): Promise<void> {
  const path = `${origin}/api/v3/users/${DELETED_ID}`;
  const response = await fetch(path, {
    method: 'DELETE',
    headers: { 'private-token': ADMIN.token },
  });
  if (!response.ok) throw new Error(`DELETE ${path} answered ${response.status}`);
  while ((await store.count('deletions')) > 0) await delay(200);
}

/** Sends requests until `work` has ended. Returns the latencies of each kind. */
async function measure({ origin }: ServerProcess, work: () => Promise<void>): Promise<number[][]> {
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const one = async ({ request, status }: (typeof REQUESTS)[number]) => {
    const latencies: number[] = [];
    while (!isOver) {
      const options = { connections: 1, seconds: 1, status, request: () => request };
      latencies.push(...(await load(origin, options)).latencies);
    }
    return latencies;
  };
  const measured = await Promise.all(REQUESTS.map(one));
  await working;
  return measured;
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
