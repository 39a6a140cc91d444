import { setTimeout as delay } from 'node:timers/promises';
import { connectTo } from '../database/connection.js';
import { BOTH, type Part } from '../part.js';
import { FaultyProxy } from '../proxy/faulty-proxy.js';
import type { Stage } from '../stage.js';

const CLIENTS = 8;
/** Length of the pauses of the service. */
const SERVICE_MS = { short: [1_500], long: [500, 2_000, 5_000, 12_000] };
/** Of the database: one is longer than the deadlines of the service, which then has to respond. */
const DATABASE_MS = { short: [12_000], long: [1_000, 5_000, 9_000, 12_000, 20_000] };
const BETWEEN_MS = 1_000;
/** Writes that outlive their response would come in this time. */
const AFTERWARDS_MS = 2_000;

interface Freezer {
  freeze: () => void | Promise<void>;
  thaw: () => void | Promise<void>;
}

/** SIGSTOP for the service, then a database that does not respond for a while. */
export const freeze: Part = {
  name: 'freeze',
  engines: BOTH,
  control: 'late-write',
  run: async (stage) => {
    const database = await freezer(stage);
    await stage.start();
    const players = await stage.enter(CLIENTS);
    const form = stage.size(0, 1) === 0 ? 'short' : 'long';
    await stage.during(players, async () => {
      for (const ms of SERVICE_MS[form]) {
        await delay(BETWEEN_MS);
        stage.service.signal('SIGSTOP');
        await delay(ms);
        stage.service.signal('SIGCONT');
      }
      for (const ms of DATABASE_MS[form]) {
        await delay(BETWEEN_MS);
        await database.freeze();
        await delay(ms);
        await database.thaw();
      }
      await delay(AFTERWARDS_MS);
    });
    const counts = [SERVICE_MS[form].length, DATABASE_MS[form].length] as const;
    return `service stopped ${counts[0]} times, database ${counts[1]} times`;
  },
};

/** MariaDB: no byte passes. SQLite: another process holds the write lock, so only writes wait. */
async function freezer(stage: Stage): Promise<Freezer> {
  const { url, server, cleanup } = stage.options;
  if (stage.isSqlite) {
    const connection = await connectTo(url);
    cleanup.add(() => connection.close());
    return {
      freeze: () => connection.run('BEGIN IMMEDIATE'),
      thaw: () => connection.run('ROLLBACK'),
    };
  }
  const proxy = await FaultyProxy.open(server);
  cleanup.add(() => proxy.close());
  stage.databaseUrl = proxy.through(url);
  return {
    freeze: () => {
      proxy.freeze();
    },
    thaw: () => {
      proxy.thaw();
    },
  };
}
