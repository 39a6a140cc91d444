/** Attacks a running service, class by class. See attack/README.md. */
import pLimit from 'p-limit';
import type { EngineName } from '../bench/flags.js';
import { readFlags } from '../torture/flags.js';
import type { AttackClass } from './attack-class.js';
import { CLASSES } from './classes.js';
import { runClass } from './run-class.js';

/** Each class has a service of its own, and the machine two cores. */
const CONCURRENT = 2;

const flags = readFlags();
const names = CLASSES.map(({ name }) => name);
const unknown = flags.parts.find((name) => !names.includes(name));
if (unknown !== undefined)
  throw new Error(`Unknown class ${unknown}: choose from ${names.join(', ')}`);

const counts = { passed: 0, failed: 0 };

async function run(attack: AttackClass, engine: EngineName): Promise<void> {
  const { isPassed, lines } = await runClass(attack, engine, flags);
  console.log(lines.join('\n'));
  counts[isPassed ? 'passed' : 'failed']++;
}

console.log(`seed ${flags.seed}`);
const wanted = CLASSES.filter(({ name }) => flags.parts.length === 0 || flags.parts.includes(name));
const limit = pLimit(CONCURRENT);
const runs = wanted.flatMap((one) => flags.engines.map((engine) => limit(() => run(one, engine))));
await Promise.all(runs);
console.log(`attack: ${counts.passed} classes passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
