import { once } from 'node:events';
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Kit from '../src/app/testing/start-forge.js';
import { median } from './statistics.js';

const ROUNDS = 5;
const PER_ROUND = 8;

/** Milliseconds. */
interface Times {
  first: number;
  further: number[];
  reset: number[];
}

const { startForge } = createRequire(import.meta.url)(
  '../kit/src/app/testing/start-forge.js',
) as typeof Kit;

async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const begin = performance.now();
  const result = await work();
  return [performance.now() - begin, result];
}

/** Runs in a process of its own: the child with the forges belongs to the process. */
async function measure(): Promise<Times> {
  const [first, forge] = await timed(() => startForge());
  const times: Times = { first, further: [], reset: [] };
  for (let i = 0; i < PER_ROUND; i++) {
    const [further, other] = await timed(() => startForge());
    times.further.push(further);
    await other.close();
    await forge.note();
    times.reset.push((await timed(() => forge.reset()))[0]);
  }
  return times;
}

async function run(): Promise<void> {
  const rounds: Times[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const child = fork(fileURLToPath(import.meta.url), ['round']);
    const [times] = (await once(child, 'message')) as [Times];
    rounds.push(times);
  }
  const print = (what: string, values: number[]) => {
    console.log(`${what}: ${median(values).toFixed(1)} ms`);
  };
  console.log(`Medians of ${ROUNDS} processes, Node ${process.version}`);
  print(
    'first forge',
    rounds.map(({ first }) => first),
  );
  print(
    'further forge',
    rounds.flatMap(({ further }) => further),
  );
  print(
    'reset',
    rounds.flatMap(({ reset }) => reset),
  );
}

if (process.argv[2] === 'round') {
  process.send?.(await measure(), () => {
    process.disconnect();
  });
} else await run();
