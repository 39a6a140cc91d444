import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
let program: Program;
let folder: string;

beforeEach(() => {
  program = new Program();
  folder = mkdtempSync(join(tmpdir(), 'forgenote-workers-'));
});
afterEach(async () => {
  await program.remove();
  rmSync(folder, { recursive: true });
});

it('workers that replace others create no database when the file was moved, and continue when it is back', async () => {
  const [data, moved] = [join(folder, 'data'), join(folder, 'moved')];
  const database = `sqlite:${join(data, 'forge.sqlite')}`;
  // Port 0 would be another one after a time without workers.
  const port = String(await freePort());
  program.start({ DATABASE_URL: database, ADMIN_TOKEN: TOKEN, WORKERS: '2', PORT: port });
  const url = await program.address();
  /** The status, or 0 if no worker has answered. */
  const send = async (method: string, path: string): Promise<number> => {
    const headers = { 'PRIVATE-TOKEN': TOKEN, connection: 'close' };
    const signal = AbortSignal.timeout(10_000);
    const answer = fetch(`${url}/api/v3${path}`, { method, headers, signal });
    return (await answer.catch(() => undefined))?.status ?? 0;
  };
  expect(await send('POST', '/projects?name=Precious')).toBe(201);
  renameSync(data, moved);
  for (const pid of program.children()) process.kill(pid, 'SIGKILL');
  while (!program.stderr.includes('forge.sqlite was deleted or moved. Put it back'))
    await delay(20);
  expect(readdirSync(folder)).toEqual(['moved']);
  renameSync(moved, data);
  while ((await send('GET', '/user')) !== 200) await delay(20);
  expect(await send('GET', '/projects/root%2Fprecious')).toBe(200);
  expect(await send('POST', '/projects?name=Second')).toBe(201);
});
