import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpRequest } from '../clients/http-client.js';
import { MariadbServer } from '../database/mariadb-server.js';
import { fillUp, mountSmall } from '../database/small-file-system.js';
import { BOTH, type Part } from '../part.js';
import type { Stage } from '../stage.js';

const CLIENTS = 6;
const SQLITE_MB = 48;
const MARIADB_MB = 400;
const READ: HttpRequest = { method: 'GET', path: '/projects/1/issues' };

/** The file system of the database is full for a while: writes get 503, reads go on, then writes work again. */
export const full: Part = {
  name: 'full',
  engines: BOTH,
  shortEngines: ['sqlite'],
  control: 'ignored-full-disk',
  place: (engine, _flags, cleanup) => {
    const folder = mountSmall(engine === 'sqlite' ? SQLITE_MB : MARIADB_MB, cleanup);
    if (engine === 'mariadb') return MariadbServer.place(cleanup, folder);
    const url = `sqlite:${join(folder, 'torture.sqlite')}`;
    return Promise.resolve({ url, server: url, folder });
  },
  run: async (stage) => {
    const rounds = stage.size(1, 5);
    await stage.start();
    const players = await stage.enter(CLIENTS);
    const reader = stage.connect();
    const fill = async () => {
      const free = fillUp(stage.options.folder ?? '');
      const refused = await untilRefused(stage);
      if (!refused) stage.faults.push('no write was refused although the disk is full');
      const read = await reader.send(READ);
      stage.ledger.count(READ, read);
      const hasServer = stage.options.own?.isRunning ?? true;
      if (hasServer && read.status !== 200)
        stage.ledger.fault(READ, read, 'while the disk is full');
      free();
      await stage.options.own?.ensureRunning();
    };
    await stage.during(players, async () => {
      await delay(500);
      for (let round = 0; round < rounds; round++) {
        await fill();
        await recover(stage);
      }
    });
    return `disk full ${rounds} times`;
  },
};

/** Log files have space that they reuse, so the first writes may still succeed. */
const REFUSED_MS = 60_000;
const SETTLE_MS = 1_500;

/** Waits for writes that get 503. False if none came. */
async function untilRefused({ ledger }: Stage): Promise<boolean> {
  const before = ledger.countOf('503');
  const end = performance.now() + REFUSED_MS;
  while (ledger.countOf('503') < before + CLIENTS && performance.now() < end) await delay(50);
  return ledger.countOf('503') > before;
}

/** Writes work again soon after there is space. */
async function recover({ ledger, faults }: Stage): Promise<void> {
  await delay(SETTLE_MS);
  const before = [ledger.countOf('2xx'), ledger.countOf('503')] as const;
  await delay(SETTLE_MS);
  if (ledger.countOf('2xx') === before[0]) faults.push('no write succeeds after space was freed');
  if (ledger.countOf('503') > before[1]) faults.push('writes are refused after space was freed');
}
