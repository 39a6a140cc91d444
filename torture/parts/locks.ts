import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../bench/statistics.js';
import type { HttpClient, HttpRequest } from '../clients/http-client.js';
import type { Player } from '../clients/player.js';
import { connectTo } from '../database/connection.js';
import { BOTH, type Part } from '../part.js';
import type { Stage } from '../stage.js';

/** More than the service has connections to its database. */
const BLOCKED = 20;
const WRITERS = 4;
const READERS = 4;
const MAX_RATIO = 3;
const READ: HttpRequest = { method: 'GET', path: '/projects/1/issues' };

/** Another connection locks a row, on SQLite the file for writing. Requests elsewhere go on. */
export const locks: Part = {
  name: 'locks',
  engines: BOTH,
  control: 'reads-wait-for-writes',
  alone: true,
  run: async (stage) => {
    const holdMs = stage.size(3_000, 8_000);
    await stage.start();
    const blocked = await stage.enter(BLOCKED);
    const issue = await blocked[0]?.createIssue();
    if (!issue) throw new Error('The service did not create an issue');
    // On SQLite every write waits for the lock.
    const writers = stage.isSqlite ? [] : await stage.enter(WRITERS);
    const readers = Array.from({ length: READERS }, () => stage.connect());
    const measure = (ms: number) => p99(stage, { writers, readers, ms });

    // The first seconds of a service are slower than usual.
    await measure(holdMs);
    const usual = await measure(holdMs);
    const lock = await connectTo(stage.options.url);
    await lock.run(stage.isSqlite ? 'BEGIN IMMEDIATE' : 'START TRANSACTION');
    if (!stage.isSqlite) await lock.rows(`SELECT id FROM issues WHERE id = ${issue.id} FOR UPDATE`);
    const waiting = Promise.all(blocked.map((player) => player.createNote({ issue })));
    const locked = await measure(holdMs);
    await lock.run('ROLLBACK');
    await lock.close();
    await waiting;

    const ratio = locked / usual;
    const figures = `p99 elsewhere ${locked.toFixed(1)} ms, usually ${usual.toFixed(1)} ms`;
    if (!(ratio < MAX_RATIO)) stage.faults.push(`${figures}: ${ratio.toFixed(1)} times`);
    return `${BLOCKED} requests blocked for ${holdMs} ms, ${figures} (${ratio.toFixed(1)} times)`;
  },
};

interface Load {
  writers: readonly Player[];
  readers: readonly HttpClient[];
  ms: number;
}

/** The time that 99 % of the requests of these clients stay below, in milliseconds. */
async function p99(stage: Stage, { writers, readers, ms }: Load): Promise<number> {
  const latencies: number[] = [];
  const end = performance.now() + ms;
  const repeat = async (request: () => Promise<unknown>) => {
    while (performance.now() < end) {
      const start = performance.now();
      await request();
      latencies.push(performance.now() - start);
      await delay(1);
    }
  };
  await Promise.all([
    ...writers.map((player) => repeat(() => player.createNote())),
    ...readers.map((client) =>
      repeat(async () => {
        stage.ledger.count(READ, await client.send(READ));
      }),
    ),
  ]);
  return quantile(latencies, 0.99);
}
