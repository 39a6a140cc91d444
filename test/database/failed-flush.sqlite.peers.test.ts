import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../support/app.js';
import { Program } from '../support/program.js';

const SETTINGS = { ADMIN_TOKEN: ROOT.token, ADMIN_PASSWORD: ROOT.password, LOG_LEVEL: 'silent' };

/** Lets every flush of a process fail, as on a broken disk. Returns what ends that. */
async function failFlushes(pid: number): Promise<() => Promise<void>> {
  const calls = 'fsync,fdatasync';
  const strace = spawn('strace', [
    ...['-f', '-p', String(pid)],
    ...['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`],
  ]);
  const ended = once(strace, 'exit');
  let said = '';
  strace.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!said.includes('attached')) {
    if (strace.exitCode !== null) throw new Error(`strace cannot attach: ${said}`);
    await delay(20);
  }
  return async () => {
    strace.kill('SIGINT');
    await ended;
    expect(said).toContain('(INJECTED)');
  };
}

describe('An embedded database whose log cannot be flushed', () => {
  let program: Program;
  beforeEach(() => {
    program = new Program();
  });
  afterEach(() => program.remove());

  async function start() {
    program.stdout = '';
    program.start(SETTINGS);
    const api = `${await program.address()}/api/v3`;
    const headers = { 'private-token': ROOT.token, 'content-type': 'application/json' };
    const send = (method: string, path: string, body?: object) =>
      fetch(api + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const create = async (name: string) => (await send('POST', '/projects', { name })).status;
    const names = async () =>
      ((await (await send('GET', '/projects')).json()) as { name: string }[]).map(
        ({ name }) => name,
      );
    return { create, names };
  }

  async function crash(): Promise<void> {
    program.signal('SIGKILL');
    await program.exit();
  }

  it.each([
    ['at once', []],
    ['after another write', ['after']],
  ])('returns 503 and stores nothing, also if the service crashes %s', async (_, later) => {
    const service = await start();
    expect(await service.create('before')).toBe(201);
    const end = await failFlushes(program.pid);
    expect(await service.create('failed')).toBe(503);
    await end();
    for (const name of later) expect(await service.create(name)).toBe(201);
    await crash();
    expect(await (await start()).names()).toEqual([...later, 'before']);
  });
});
