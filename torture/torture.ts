/** Runs the service under faults and checks what is left. See torture/README.md. */
import pLimit from 'p-limit';
import type { EngineName } from '../bench/flags.js';
import { readFlags } from './flags.js';
import type { Part } from './part.js';
import { clock } from './parts/clock.js';
import { cut } from './parts/cut.js';
import { freeze } from './parts/freeze.js';
import { full } from './parts/full.js';
import { kill } from './parts/kill.js';
import { late } from './parts/late.js';
import { locks } from './parts/locks.js';
import { overload } from './parts/overload.js';
import { stop } from './parts/stop.js';
import { runPart } from './run-part.js';

/** The longest one first: the others run meanwhile. */
const PARTS: readonly Part[] = [late, kill, cut, freeze, stop, full, clock, locks, overload];
/** Most parts wait most of the time. */
const CONCURRENT = 4;

const flags = readFlags();
const names = PARTS.map(({ name }) => name);
const unknown = flags.parts.find((name) => !names.includes(name));
if (unknown !== undefined)
  throw new Error(`Unknown part ${unknown}: choose from ${names.join(', ')}`);

/** Parts that measure times need an idle machine, so the short form leaves them out unless they are named. */
const isWanted = ({ name, alone }: Part) =>
  flags.parts.length === 0 ? !(flags.short && alone) : flags.parts.includes(name);
const wanted = PARTS.filter(isWanted);
const counts = { passed: 0, failed: 0 };

async function run(part: Part, engine: EngineName): Promise<void> {
  const { isPassed, lines } = await runPart(part, engine, flags);
  console.log(lines.join('\n'));
  counts[isPassed ? 'passed' : 'failed']++;
}

const runs = (parts: readonly Part[]) =>
  parts.flatMap((part) => {
    const engines = (flags.short && part.shortEngines) || part.engines;
    const chosen = engines.filter((engine) => flags.engines.includes(engine));
    return chosen.map((engine) => () => run(part, engine));
  });

console.log(`seed ${flags.seed}`);
const limit = pLimit(flags.short ? CONCURRENT : 1);
await Promise.all(runs(wanted.filter(({ alone }) => !alone)).map((one) => limit(one)));
for (const one of runs(wanted.filter(({ alone }) => alone))) await one();
console.log(`torture: ${counts.passed} parts passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
