import { setTimeout as delay } from 'node:timers/promises';
import { checkFaults, NO_MAJORITY } from '../checks/check.js';
import type { Node } from '../cluster/node.js';
import type { Scene } from '../scene.js';
import type { Fault } from './fault.js';
import { watchReadiness } from './readiness.js';

/** Longer than Galera needs to go on without the node. */
const AWAY_MS = 5_000;
/** Load after the node is back: sessions that return to it would be on two writers. */
const BACK_MS = 1_500;

/** SIGKILL to a node. */
export const kill: Fault = {
  name: 'kill',
  short: true,
  run: async (scene, victim) => {
    await victim.kill();
    await delay(AWAY_MS);
    await victim.start();
    await delay(BACK_MS);
    // Its new sessions have to go to the node that has the others.
    if (scene.options.hasOneWriter) await scene.startService(1);
    return victim.name;
  },
};

/** SIGSTOP: connections stay open, and nobody answers. */
export const freeze: Fault = {
  name: 'freeze',
  run: async (_, victim) => {
    victim.signal('SIGSTOP');
    await delay(AWAY_MS + 2_000);
    victim.signal('SIGCONT');
    await backAgain(victim);
    return victim.name;
  },
};

/** The node loses the others, but not its clients. It has no quorum then. */
export const partition: Fault = {
  name: 'partition',
  short: true,
  run: async (scene, victim) => {
    const readiness = watchReadiness(scene, victim, serviceOf(scene, victim));
    await victim.isolate(true);
    await delay(AWAY_MS + 1_000);
    scene.faults.push(...(await checkFaults(scene.urlOn(victim), NO_MAJORITY)));
    await victim.isolate(false);
    await backAgain(victim);
    return `${victim.name}, ${await readiness.stop()}`;
  },
};

/** Each node stops and starts, as for an upgrade. */
export const rolling: Fault = {
  name: 'rolling',
  run: async ({ cluster }) => {
    for (const node of cluster.nodes) {
      await node.stop();
      await node.start();
      await delay(BACK_MS);
    }
    return 'all nodes';
  },
};

/** Two nodes die at once. The third one has no quorum until an operator makes it primary. */
export const quorum: Fault = {
  name: 'quorum',
  run: async (scene) => {
    const [first, second, third] = scene.cluster.nodes as [Node, Node, Node];
    const readiness = watchReadiness(scene, third, scene.origins);
    await Promise.all([first.kill(), second.kill()]);
    await delay(AWAY_MS);
    await third.bootstrap();
    await first.start();
    await second.start();
    await delay(BACK_MS);
    return readiness.stop();
  },
};

/** A node lost its data and gets all of it from another one. */
export const transfer: Fault = {
  name: 'transfer',
  run: async ({ cluster }, victim) => {
    const [first, second, donor] = cluster.nodes as [Node, Node, Node];
    if (victim === donor) {
      // The published choice of the donor is for a writer that is another node.
      await donor.stop();
      await donor.start();
    }
    const node = victim === first ? second : first;
    await node.kill();
    node.wipe();
    const start = performance.now();
    await node.start();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    await delay(BACK_MS);
    return `${node.name} in ${seconds} s`;
  },
};

/** Services behind haproxy leave the node, so that there is none to ask. */
function serviceOf({ options, origins }: Scene, node: Node): string[] {
  if (options.hasOneWriter) return [];
  const origin = origins[options.cluster.nodes.indexOf(node)];
  return origin === undefined ? [] : [origin];
}

async function backAgain(victim: Node): Promise<void> {
  // It does not know yet that the others went on without it.
  await delay(1_000);
  await victim.untilSynced();
  await delay(BACK_MS);
}
