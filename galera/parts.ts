import type { Cleanup } from '../bench/cleanup.js';
import type { Random } from '../torture/random.js';
import type { Cluster } from './cluster/cluster.js';
import { startProxy } from './cluster/proxy.js';
import { runControls } from './controls.js';
import type { Fault } from './faults/fault.js';
import { freeze, kill, partition, quorum, rolling, transfer } from './faults/node-faults.js';
import { runFault } from './faults/run-fault.js';
import { deletion, migration } from './faults/work-faults.js';
import { RACES, runRaces } from './races/run-races.js';
import { nestedCleanup } from './nested-cleanup.js';
import type { Report } from './report.js';
import { Scene, type SceneOptions } from './scene.js';

export interface Run {
  cleanup: Cleanup;
  cluster: Cluster;
  report: Report;
  random: Random;
  short: boolean;
  controls: boolean;
  isWanted: (part: string) => boolean;
}

const FAULTS: readonly Fault[] = [
  ...[kill, freeze, partition, rolling, transfer, migration, deletion, quorum],
];
const ROUNDS = { short: 25, long: 60 };

/** Runs the parts one after the other: each leaves the cluster whole. */
export async function runParts(run: Run): Promise<void> {
  await throughOneWriter(run);
  await onEachNode(run);
  await races(run);
  if (run.controls) await runControls(run);
}

/** Two services that reach the cluster through haproxy. */
function throughOneWriter(run: Run): Promise<void> {
  return withFaults(run, 'one writer', async ({ cluster, random }, cleanup) => {
    const proxy = await startProxy(cluster, cleanup);
    return { cluster, cleanup, random, servers: [proxy, proxy], hasOneWriter: true };
  });
}

/** Three services, each on the node of its machine. */
function onEachNode(run: Run): Promise<void> {
  return withFaults(run, 'each node', ({ cluster, random }, cleanup) => {
    const servers = cluster.nodes.map(({ url }) => url);
    return Promise.resolve({ cluster, cleanup, random, servers, hasOneWriter: false });
  });
}

/** Runs the faults one after the other on the same services. */
async function withFaults(
  run: Run,
  name: string,
  place: (run: Run, cleanup: SceneOptions['cleanup']) => Promise<SceneOptions>,
): Promise<void> {
  const isWanted = (fault: Fault) =>
    run.isWanted(fault.name) || run.isWanted(`${name}: ${fault.name}`);
  const faults = FAULTS.filter((fault) => isWanted(fault) && (!run.short || fault.short));
  if (faults.length === 0) return;
  await nestedCleanup(run.cleanup, async (cleanup) => {
    const scene = await Scene.open(await place(run, cleanup));
    for (const fault of faults)
      await run.report.part(`${name}: ${fault.name}`, () => runFault(scene, fault));
    console.log(`${name}: ${scene.ledger.summary()}`);
  });
}

async function races(run: Run): Promise<void> {
  const { cluster, random, report, short, isWanted } = run;
  if (!isWanted('races')) return;
  await nestedCleanup(run.cleanup, async (cleanup) => {
    const servers = cluster.nodes.slice(0, 2).map(({ url }) => url);
    const scene = await Scene.open({ cluster, cleanup, random, servers, hasOneWriter: false });
    const rounds = short ? ROUNDS.short : ROUNDS.long;
    await report.part('races', () => runRaces(scene, { races: RACES, rounds }));
  });
}
