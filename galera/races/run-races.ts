import type { Cleanup } from '../../bench/cleanup.js';
import { nestedCleanup } from '../nested-cleanup.js';
import type { Result } from '../report.js';
import type { Scene } from '../scene.js';
import { DECISIONS } from './decisions.js';
import type { Race } from './race.js';
import { Rivals } from './rivals.js';
import { UNIQUE_VALUES } from './unique-values.js';
import { wholeUnits } from './whole-units.js';

export const RACES: readonly Race[] = [
  ...[...DECISIONS, ...UNIQUE_VALUES, wholeUnits({ isCluster: true })],
];

/** A round that needs password hashes takes as long as several others. */
const SLOW = 5;

export interface RaceOptions {
  races: readonly Race[];
  rounds: number;
  /** A broken service needs no further round after the first that shows it. */
  stopsAtFirst?: boolean;
}

/** Runs each race on the services of the scene, which are on two nodes. */
export function runRaces(scene: Scene, options: RaceOptions): Promise<Result> {
  return nestedCleanup(scene.options.cleanup, (cleanup) => race(scene, options, cleanup));
}

async function race(
  scene: Scene,
  { races, rounds, stopsAtFirst = false }: RaceOptions,
  cleanup: Cleanup,
): Promise<Result> {
  const rivals = await Rivals.open(scene, cleanup);
  const faults: string[] = [];
  let run = 0;
  for (const { name, isSlow = false, begin } of races) {
    const runRound = await begin(rivals);
    const wanted = isSlow ? Math.ceil(rounds / SLOW) : rounds;
    let broken = 0;
    let n = 0;
    for (; n < wanted && !(stopsAtFirst && broken > 0); n++) if (await runRound()) broken++;
    run += n;
    if (broken > 0) faults.push(`${name}: ${broken} of ${n} rounds`);
  }
  if (rivals.errors.length > 0)
    faults.push(`${rivals.errors.length} errors, such as ${rivals.errors[0] ?? ''}`);
  const figures = `${races.length} races, ${run} rounds, ${faults.length} broken`;
  return { figures, faults: [...faults, ...(stopsAtFirst ? [] : await scene.check())] };
}
