import { setTimeout as delay } from 'node:timers/promises';
import { Heartbeat } from '../clients/heartbeat.js';
import { longestGap } from '../clients/observer.js';
import type { Node } from '../cluster/node.js';
import type { Result } from '../report.js';
import type { Scene } from '../scene.js';
import type { Fault } from './fault.js';

/** How much longer than Galera itself the services may stop. */
const OWN_GAP_MS = 500;
/** Load before the fault, so that pools are warm. */
const WARM_MS = 1_000;

/** Lets the fault happen under load, and checks everything afterwards. */
export async function runFault(scene: Scene, fault: Fault): Promise<Result> {
  const { observer, ledger } = scene;
  const before = observer.confirmed.length;
  let figures = '';
  const reads = observer.reads;
  const stale = observer.stale.length;
  await scene.during(async () => {
    await delay(WARM_MS);
    const victim = await findVictim(scene);
    const heartbeat = new Heartbeat(scene.cluster);
    const start = performance.now();
    const outcome = await fault.run(scene, victim).finally(() => heartbeat.stop());
    const end = performance.now();
    const gap = longestGap(observer.confirmed, start, end);
    const galera = longestGap(heartbeat.beats, start, end);
    const seconds = (ms: number) => (ms / 1000).toFixed(2);
    figures = `${outcome}; gap ${seconds(gap)} s, Galera's own ${seconds(galera)} s`;
    if (gap > galera + OWN_GAP_MS)
      scene.faults.push(
        `no write for ${seconds(gap)} s; Galera itself stopped ${seconds(galera)} s`,
      );
  });
  const faults = await scene.check();
  const writes = observer.confirmed.length - before;
  const checked = `${observer.reads - reads} reads of own writes, ${observer.stale.length - stale} stale`;
  const statuses = `500s ${ledger.countOf('500')}`;
  return { figures: `${figures}; ${writes} writes, ${checked}, ${statuses}`, faults };
}

/** The writer, or the node of the first service. */
async function findVictim({ cluster, database, options }: Scene): Promise<Node> {
  if (!options.hasOneWriter) return cluster.first;
  const [writer] = await cluster.nodesInUse(database);
  return writer ?? cluster.first;
}
