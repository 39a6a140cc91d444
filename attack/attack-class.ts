import type { Target } from './target.js';

/** One kind of attack. */
export interface AttackClass {
  name: string;
  /** Rows of the historic faults in docs/security.md. */
  rows: readonly number[];
  /** File in controls/ that breaks the service. The class must find something there. */
  control: string;
  /** Settings of the service that differ from those of the stage. */
  env?: Record<string, string>;
  /** The service sends mails to `target.mails`. */
  hasMail?: boolean;
  /** Attacks the service. What it finds goes to `target.find`. Returns figures. */
  run(target: Target): Promise<string>;
}
