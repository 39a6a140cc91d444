import childProcess, { type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { nodeProblem } from '../../base/config/node-version.js';
import type { ReadyLine } from '../../operations/test-forges/protocol.js';
import { environmentOfChild, sharedUrl } from './test-environment.js';

/**
 * Where the child of this process is kept. Not a variable: Jest and Vitest load this module once per test file, but
 * Node's built-in modules once per process.
 */
const CHILD = Symbol.for('forgenote.testing.child');
const holder = childProcess as unknown as Record<symbol, RunningChild | undefined>;

/** No promises and no callbacks: they would keep the globals of the first test file in memory. */
interface RunningChild {
  child: ChildProcess;
  forges: string;
}

let starting: Promise<RunningChild> | undefined;

/**
 * The URL that starts forges: of the process that `shareForges` started, or else of the one child of this process, which
 * it starts.
 *
 * @throws Error the child ended before it was ready, or this Node is too old for it
 */
export async function forgesUrl(): Promise<string> {
  return sharedUrl() ?? (await ownChild()).forges;
}

/** Ends the child of this process, if there is one. */
export async function endChild(): Promise<void> {
  const running = holder[CHILD];
  holder[CHILD] = undefined;
  if (!running || !isRunning(running)) return;
  const { child } = running;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.ref();
  child.stdin?.destroy();
  await ended;
}

async function ownChild(): Promise<RunningChild> {
  const running = holder[CHILD];
  if (running && isRunning(running)) return running;
  starting ??= startChild().finally(() => (starting = undefined));
  return (holder[CHILD] = await starting);
}

const isRunning = ({ child: { exitCode, signalCode } }: RunningChild) =>
  exitCode === null && signalCode === null;

async function startChild(): Promise<RunningChild> {
  const problem = nodeProblem();
  if (problem !== null) throw new Error(problem);
  const program = join(__dirname, '../../../../program/main.js');
  const words = [program, 'serve', '--ephemeral', '--no-forge'];
  const child = childProcess.spawn(process.execPath, words, {
    // It ends when this process does, because its standard input closes. Ctrl-C is for this process alone.
    detached: true,
    env: environmentOfChild(),
    stdio: ['pipe', 'pipe', 'inherit'],
    windowsHide: true,
  });
  const { forges } = await readyLine(child);
  child.stdout.destroy();
  // It must not keep the process of the tests running.
  child.unref();
  (child.stdin as unknown as Socket).unref();
  return { child, forges };
}

function readyLine(child: ChildProcess): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.endsWith('\n')) return;
      forget();
      resolve(JSON.parse(text) as ReadyLine);
    };
    const fail = (reason: unknown) => {
      forget();
      const why = reason instanceof Error ? reason.message : `exit code ${String(reason)}`;
      reject(new Error(`The process of the forges did not start (${why}). It says why on stderr.`));
    };
    const forget = () => {
      child.stdout?.off('data', read);
      child.off('exit', fail).off('error', fail);
    };
    child.stdout?.on('data', read);
    child.on('exit', fail).on('error', fail);
  });
}
