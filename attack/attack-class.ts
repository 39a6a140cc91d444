import type { EngineName } from '../bench/flags.js';
import type { Target } from './target.js';

/** One kind of attack. */
export interface AttackClass {
  name: string;
  /** Numbers of the historic faults in docs/security.md. */
  rows: readonly number[];
  /** File in controls/ that breaks the service. The class must find something there. */
  control: string;
  /** Settings of the service that differ from those of the stage. The class gets a service of its own. */
  env?: Record<string, string>;
  /** It counts what there is, or measures time or memory, so it gets a service of its own. */
  isAlone?: boolean;
  /** Both, if it is absent. */
  engines?: readonly EngineName[];
  /** The service sends mails to `target.mails`. */
  hasMail?: boolean;
  /** Attacks the service. What it finds goes to `target.find`. Returns figures. */
  run(target: Target): Promise<string>;
}
