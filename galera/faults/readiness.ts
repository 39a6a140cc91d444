import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Node } from '../cluster/node.js';
import type { Scene } from '../scene.js';

const PAUSE_MS = 50;
/** Fewer prove nothing. */
const FEWEST_PROBES = 5;

/** Asks services for `/health/ready` as long as the node has no quorum. Each 200 is a fault. */
export function watchReadiness(
  scene: Scene,
  node: Node,
  origins: readonly string[],
): { stop: () => Promise<string> } {
  let isOver = false;
  let probes = 0;
  let wrong = 0;
  const probe = async (origin: string) => {
    // Without quorum before and after: else the answer may be right.
    if (await hasQuorum(node)) return;
    const { statusCode, body } = await request(`${origin}/health/ready`);
    await body.dump();
    if (await hasQuorum(node)) return;
    probes++;
    if (statusCode === 200) wrong++;
  };
  const running = (async () => {
    while (!isOver) {
      await Promise.all(origins.map(probe));
      await delay(PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await running;
      if (wrong > 0)
        scene.faults.push(`/health/ready: 200 without quorum in ${wrong} of ${probes} probes`);
      if (origins.length > 0 && probes < FEWEST_PROBES)
        scene.faults.push(`only ${probes} probes without quorum`);
      return `ready in ${wrong} of ${probes} probes without quorum`;
    },
  };
}

/** A node that does not answer may have it. */
const hasQuorum = (node: Node) => node.isPrimary().catch(() => true);
