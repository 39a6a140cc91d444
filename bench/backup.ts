/** Measures `forgenote backup` and `restore`, for docs/operating.md. See bench/README.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withCleanup, type Cleanup } from './cleanup.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { describeMachine } from './machine.js';
import { openStore } from './open-store.js';
import { ENGINE_TITLE, publish, table } from './report.js';
import { PROGRAM } from './server-process.js';
import { createStore } from './store.js';

const USERS = 20_000;
/** Fewer are for trying the bench. */
const ENOUGH_ROWS = 1_000_000;

/** Runs a command to its end. Returns its time and its highest resident memory. */
async function measure(title: string, url: string, ...words: string[]): Promise<string[]> {
  const begin = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: tmpdir(),
    env: { DATABASE_URL: url, SECRET_KEY: 'a key that keeps nothing of worth' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
    // A process that has just ended has no memory.
    peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak);
    await Promise.race([exit, delay(50)]);
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`forgenote ${words.join(' ')} ended with ${String(code)}`);
  const seconds = (performance.now() - begin) / 1000;
  return [title, seconds.toFixed(0), (peak / 1024).toFixed(0)];
}

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const sizes = { users: USERS, notes: flags.rows, events: flags.rows };
  const store = await openStore(engine, sizes, flags, cleanup);
  const machine = await describeMachine(store);
  const bytes = await store.bytes();
  await store.settle(['notes']);
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-bench-'));
  cleanup.add(() => rm(folder, { recursive: true }));
  const file = join(folder, 'backup.gz');
  const empty = await createStore(engine, flags);
  cleanup.add(() => empty.drop());
  const rows = [
    await measure('backup', store.url, 'backup', file),
    await measure('restore', empty.url, 'restore', file),
  ];
  const title = ENGINE_TITLE[engine];
  const rounds = flags.rows < ENOUGH_ROWS ? 0 : flags.rounds;
  publish(
    `backup-${engine}`,
    `Backup and restore on ${title}`,
    [
      [
        ...machine,
        `Rows: ${USERS} users, ${flags.rows} notes, ${flags.rows} events`,
        `Database with indexes: ${megabytes(bytes)} MB. Backup file: ${megabytes(statSync(file).size)} MB`,
        'Memory: the highest resident memory of the command, without the database server',
      ],
      table(['Command', 'seconds', 'MiB'], rows),
    ],
    { ...flags, rounds },
  );
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

const flags = readFlags();
for (const engine of flags.engines) await withCleanup((cleanup) => run(engine, flags, cleanup));
