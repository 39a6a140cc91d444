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

/** A busy machine can stop the services too. Then the gap is not there again. */
const ATTEMPTS = 3;

/**
 * Lets the fault happen under load, and checks everything afterwards. If nothing but the gap is wrong, the fault happens
 * again.
 */
export async function runFault(scene: Scene, fault: Fault, attempts = ATTEMPTS): Promise<Result> {
  const figures: string[] = [];
  for (let n = 1; ; n++) {
    const { gap, ...result } = await runOnce(scene, fault);
    figures.push(result.figures);
    const faults = [...(gap ? [gap] : []), ...result.faults];
    if (!gap || result.faults.length > 0 || n === attempts)
      return { figures: figures.join('; again: '), faults };
  }
}

interface Attempt extends Result {
  /** A sentence, if the services stopped for too long. */
  gap?: string;
}

async function runOnce(scene: Scene, fault: Fault): Promise<Attempt> {
  const { observer, ledger } = scene;
  const { reads } = observer;
  const writes = observer.confirmed.length;
  const stale = observer.stale.length;
  let outcome = '';
  let gap = 0;
  let own = 0;
  await scene.during(async () => {
    await delay(WARM_MS);
    const victim = await findVictim(scene);
    const heartbeat = new Heartbeat(scene.cluster);
    const start = performance.now();
    outcome = await fault.run(scene, victim).finally(() => heartbeat.stop());
    const end = performance.now();
    gap = longestGap(observer.confirmed, start, end);
    own = longestGap(heartbeat.beats, start, end);
  });
  const faults = await scene.check();
  const figures = [
    ...[outcome, `gap ${inSeconds(gap)}, Galera's own ${inSeconds(own)}`],
    `${observer.confirmed.length - writes} writes`,
    `${observer.reads - reads} reads of own writes, ${observer.stale.length - stale} stale`,
    `500s ${ledger.countOf('500')}`,
  ].join(', ');
  const isLate = gap > own + OWN_GAP_MS;
  const text = `no write for ${inSeconds(gap)}; Galera itself stopped ${inSeconds(own)}`;
  return { figures, faults, ...(isLate && { gap: text }) };
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** The writer, or the node of the first service. */
async function findVictim({ cluster, database, options }: Scene): Promise<Node> {
  if (!options.hasOneWriter) return cluster.first;
  const [writer] = await cluster.nodesInUse(database);
  return writer ?? cluster.first;
}
