import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PATH_ONLY } from '../support/environment.js';
import { KIT } from '../support/kit.js';
import { isAlive } from '../support/process-state.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forgenote-leftovers-'))));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A suite: a process with the kit. What it prints is read by the test. */
const PRELUDE = `
  const print = console.log;
  const { startForge, shareForges } = require(${JSON.stringify(KIT)});
  const childProcess = require('node:child_process');
  const pidOf = () => childProcess[Symbol.for('forgenote.testing.child')].child.pid;
  const forever = () => setInterval(() => {}, 1000);
`;

function startSuite(code: string, env: Record<string, string> = {}) {
  const program = `${PRELUDE} (async () => { ${code} })();`;
  const suite = spawn(process.execPath, ['--expose-gc', '--eval', program], {
    env: { ...PATH_ONLY, TMPDIR: folder, ...env },
  });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => suite.once('exit', resolve));
  return {
    suite,
    ended,
    output: () => output,
    line: async (): Promise<string> => {
      while (!output.includes('\n')) await delay(20);
      return output.split('\n', 1)[0] ?? '';
    },
  };
}

/** Fails by the time limit of the test if something stays. */
async function expectNothingLeft(pid: string): Promise<void> {
  while (isAlive(Number(pid)) || readdirSync(folder).length > 0) await delay(50);
}

describe('a suite leaves no process and no file behind', () => {
  it.each([
    [
      'is killed during a start, with eight forges',
      'await Promise.all(Array.from({ length: 8 }, () => startForge())); print(pidOf()); startForge(); forever();',
    ],
    [
      'is killed after shareForges',
      'await shareForges(); await startForge(); print(pidOf()); forever();',
    ],
  ])('when it %s', async (_when, code) => {
    const { suite, ended, line } = startSuite(code);
    const pid = await line();
    expect(isAlive(Number(pid))).toBe(true);
    suite.kill('SIGKILL');
    await ended;
    await expectNothingLeft(pid);
  });

  it.each([
    [
      'ends with one forge closed and one open',
      'const f = await startForge(); await f.note(); await f.close(); await startForge(); print(pidOf());',
      0,
    ],
    ['throws', 'await startForge(); print(pidOf()); throw new Error("a defect");', 1],
    ['exits', 'await startForge(); print(pidOf()); process.exit(3);', 3],
  ])('when it %s', async (_when, code, status) => {
    const { ended, line } = startSuite(code);
    const pid = await line();
    expect(await ended).toBe(status);
    await expectNothingLeft(pid);
  });
});

describe('shareForges', () => {
  const WORKER = `${PRELUDE} (async () => { const forge = await startForge(); print(forge.url); forever(); })();`;

  // The suite is a process of its own. It prints its environment, because `end` has to remove what `shareForges` set.
  it('lets workers use one process, and closes only the forges of a worker that is killed', async () => {
    const { ended, output } = startSuite(`
      const end = await shareForges();
      const workers = Array.from({ length: 3 }, () => childProcess.spawn(process.execPath, ['--eval', ${JSON.stringify(WORKER)}]));
      const urls = await Promise.all(workers.map((worker) =>
        new Promise((resolve) => worker.stdout.once('data', (text) => resolve(String(text).trim())))));
      const statuses = () => Promise.all(urls.map((url) => fetch(url).then(({ status }) => status, () => 0)));
      const folders = () => require('node:fs').readdirSync(require('node:os').tmpdir()).length;
      print(pidOf() > 0, folders(), (await statuses()).join());
      workers[1].kill('SIGKILL');
      while ((await statuses())[1] !== 0) await new Promise((resolve) => setTimeout(resolve, 20));
      print((await statuses()).join());
      workers[0].kill('SIGKILL');
      workers[2].kill('SIGKILL');
      while (folders() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await end();
      print('ended', process.env.TEST_FORGES);
    `);
    expect(await ended).toBe(0);
    expect(output()).toBe('true 1 200,200,200\n200,0,200\nended undefined\n');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes startForge reject with one sentence if the shared process has ended', async () => {
    const { ended, output } = startSuite(
      'await startForge().catch((error) => print(error.message));',
      { TEST_FORGES: 'http://127.0.0.1:1/x/forges' },
    );
    expect(await ended).toBe(0);
    expect(output()).toMatch(
      /^TEST_FORGES names a process that has ended: call shareForges\(\) in the global setup/,
    );
  });
});

it('runs 100 forges one after the other without growth', async () => {
  // With a small heap the child collects garbage often, so that what it holds does not depend on when it does.
  const { ended, output } = startSuite(`
    const { spawn } = childProcess;
    childProcess.spawn = (file, words, options) => spawn(file, ['--max-old-space-size=100', ...words], options);
    const fs = require('node:fs');
    const count = (pid) => fs.readdirSync('/proc/' + pid + '/fd').length;
    const memory = (pid) => Number(/VmRSS:\\s+(\\d+)/.exec(fs.readFileSync('/proc/' + pid + '/status', 'utf8'))[1]) / 1024;
    const cycles = async (n) => {
      for (let i = 0; i < n; i++) { const f = await startForge(); await f.issue(); await f.close(); }
      gc();
      const pids = [process.pid, pidOf()];
      return { handles: pids.map(count), memory: pids.map(memory), files: fs.readdirSync(require('node:os').tmpdir()).length };
    };
    const before = await cycles(30);
    print(JSON.stringify([before, await cycles(70)]));
  `);
  expect(await ended).toBe(0);
  const [before, after] = JSON.parse(output()) as {
    handles: [number, number];
    memory: [number, number];
    files: number;
  }[];
  expect([before?.files, after?.files]).toEqual([0, 0]);
  for (const i of [0, 1] as const) {
    // Statements of closed databases keep files open until they are collected. One that stays per forge would be 70.
    expect(after?.handles[i]).toBeLessThan((before?.handles[i] ?? 0) + 35);
    // In MB: half of one per forge.
    expect(after?.memory[i]).toBeLessThan((before?.memory[i] ?? 0) + 35);
  }
});
