import type { Node } from '../cluster/node.js';
import type { Scene } from '../scene.js';

/** What happens to the cluster while clients write. Afterwards all nodes run and are synced. */
export interface Fault {
  name: string;
  /** Part of the short form. */
  short?: boolean;
  /** Returns figures. What is wrong goes to `scene.faults`. @param victim on one writer: the writer */
  run(scene: Scene, victim: Node): Promise<string>;
}
