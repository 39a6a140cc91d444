/** Measures memory and health checks while pages of the longest notes are read. See bench/README.md. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { SIZES } from './items.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { CALLER_ID, tokenOf } from './seed.js';
import { ServerProcess } from './server-process.js';
import { median } from './statistics.js';

const NOTES = 100;
const NOTE_BYTES = 65_536;
const CLIENTS = 6;
const PROBE_INTERVAL_MS = 20;
/** A slow client pauses this often. */
const CHUNKS_PER_PAUSE = 16;
const PAUSE_MS = 50;
/** The goals. If one of them is missed, the exit code is 1. */
const MAX_MEMORY_MB = 500;
const MAX_HEALTH_MS = 400;

const headers = { 'private-token': tokenOf(CALLER_ID) };
const LISTS = [
  { title: 'notes', path: '/api/v3/projects/1/issues/1/notes?per_page=100' },
  { title: 'events', path: `/api/v3/users/${CALLER_ID}/events?per_page=100` },
];
const READERS = { fast: read, slow: readSlowly };

interface Measured {
  seconds: number;
  /** MiB above the memory before the first page. */
  memory: number;
  health: number[];
  /** Pages that the service had no room for: 503. */
  refused: number;
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const sizes = { ...SIZES, notes: NOTES, events: NOTES };
  const store = await openStore(engine, sizes, flags, cleanup, flags.before);
  await store.run(`UPDATE notes SET body = '${'x'.repeat(NOTE_BYTES)}'`);
  await store.settle(['notes']);
  const rows: string[][] = [];
  for (const { title, path } of LISTS) {
    for (const [kind, reader] of Object.entries(READERS)) {
      const service = await ServerProcess.service(store.url, { folder: flags.before });
      cleanup.add(() => service.stop());
      const { seconds, memory, health, refused } = await measure(service, path, reader);
      await service.stop();
      const slowest = Math.max(...health);
      const isReached = memory < MAX_MEMORY_MB && slowest < MAX_HEALTH_MS;
      if (!isReached) process.exitCode = 1;
      rows.push([
        `${title}, ${kind} clients`,
        String(refused),
        ...[seconds.toFixed(1), memory.toFixed(0), median(health).toFixed(0), slowest.toFixed(0)],
        isReached ? 'yes' : 'NO',
      ]);
    }
  }
  publish(
    `pages-${engine}`,
    `Large pages on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(store)),
        `${CLIENTS} clients read a page of ${NOTES} notes of 65,536 characters at once; clients, service and database share the machine`,
        `Goal: less than ${MAX_MEMORY_MB} MiB added, and each /health/live within ${MAX_HEALTH_MS} ms`,
      ],
      table(
        ['pages', 'refused', 'seconds', 'MiB added', 'median health ms', 'max health ms', 'goal'],
        rows,
      ),
    ],
    flags,
  );
}

async function measure(
  service: ServerProcess,
  path: string,
  reader: (response: IncomingMessage) => Promise<number>,
): Promise<Measured> {
  const url = service.origin + path;
  // Code and connections that the first requests load do not count.
  for (let n = 0; n < 50; n++) await request(`${service.origin}/health/live`, read);
  await request(url.replace('=100', '=1'), read);
  const before = service.memoryMb();
  const begin = performance.now();
  let isOver = false;
  let most = before;
  const health: number[] = [];
  const watch = async () => {
    while (!isOver) {
      const begun = performance.now();
      await request(`${service.origin}/health/live`, read);
      health.push(performance.now() - begun);
      most = Math.max(most, service.memoryMb());
      await delay(PROBE_INTERVAL_MS);
    }
  };
  const watching = watch();
  const lengths = await Promise.all(Array.from({ length: CLIENTS }, () => request(url, reader)));
  isOver = true;
  await watching;
  const sent = lengths.filter((length) => length > 0);
  if (sent.length === 0 || sent.some((length) => length < NOTES * NOTE_BYTES))
    throw new Error(`a page has only ${String(lengths)} bytes`);
  return {
    seconds: (performance.now() - begin) / 1000,
    memory: most - before,
    health,
    refused: CLIENTS - sent.length,
  };
}

/** Returns what the reader returns, or 0 if the service refuses the request for now. */
async function request(
  url: string,
  reader: (response: IncomingMessage) => Promise<number>,
): Promise<number> {
  const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  if (response.statusCode === 503) {
    response.resume();
    return 0;
  }
  if (response.statusCode !== 200)
    throw new Error(`${url} answered ${String(response.statusCode)}`);
  return reader(response);
}

async function read(response: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  return length;
}

async function readSlowly(response: IncomingMessage): Promise<number> {
  let length = 0;
  let chunks = 0;
  for await (const chunk of response) {
    length += (chunk as Buffer).length;
    if (++chunks % CHUNKS_PER_PAUSE === 0) await delay(PAUSE_MS);
  }
  return length;
}

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
