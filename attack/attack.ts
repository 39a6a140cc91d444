/** Attacks a running service, class by class. See attack/README.md. */
import pLimit from 'p-limit';
import { withCleanup } from '../bench/cleanup.js';
import type { EngineName } from '../bench/flags.js';
import type { AttackClass } from './attack-class.js';
import { CLASSES } from './classes.js';
import { readFlags } from './flags.js';
import { openService, type OpenService } from './open-service.js';
import { runClass } from './run-class.js';

/** The machine has two cores. */
const CONCURRENT = 2;

const flags = readFlags();
const names = CLASSES.map(({ name }) => name);
const unknown = flags.parts.find((name) => !names.includes(name));
if (unknown !== undefined)
  throw new Error(`Unknown class ${unknown}: choose from ${names.join(', ')}`);

const counts = { passed: 0, failed: 0 };

const enginesOf = ({ engines = flags.engines }: AttackClass): readonly EngineName[] =>
  flags.engines.filter((engine) => engines.includes(engine));

/**
 * A control shows that the class notices a broken service. That needs one engine, in turn, because a start costs more
 * than the attack.
 */
function hasControl(attack: AttackClass, engine: EngineName): boolean {
  const engines = enginesOf(attack);
  const chosen = engines[CLASSES.indexOf(attack) % engines.length];
  return flags.controls && (flags.long || engine === chosen);
}

async function run(
  attack: AttackClass,
  engine: EngineName,
  shared: OpenService | null = null,
): Promise<void> {
  const one = { attack, engine, shared, hasControl: hasControl(attack, engine) };
  const { isPassed, lines } = await runClass(one, flags);
  console.log(lines.join('\n'));
  counts[isPassed ? 'passed' : 'failed']++;
}

/** One service for all of them, one after the other. */
function runTogether(attacks: readonly AttackClass[], engine: EngineName): Promise<void> {
  return withCleanup(async (cleanup) => {
    const shared = await openService({ engine, mariadb: flags.mariadb }, cleanup);
    for (const attack of attacks) await run(attack, engine, shared);
  });
}

const needsOwn = ({ isAlone, env, hasMail }: AttackClass): boolean =>
  Boolean(isAlone ?? env ?? hasMail);

console.log(`seed ${flags.seed}`);
const wanted = CLASSES.filter(({ name }) => flags.parts.length === 0 || flags.parts.includes(name));
const sharing = wanted.filter((attack) => !needsOwn(attack));
const jobs = [
  ...(sharing.length === 0
    ? []
    : flags.engines.map((engine) => () => runTogether(sharing, engine))),
  ...wanted
    .filter(needsOwn)
    .flatMap((attack) => enginesOf(attack).map((engine) => () => run(attack, engine))),
];
const limit = pLimit(CONCURRENT);
await Promise.all(jobs.map((job) => limit(job)));
console.log(`attack: ${counts.passed} classes passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
