import type { Rivals } from './rivals.js';

/** Two requests at once that must not both have their way. */
export interface Race {
  name: string;
  /** Needs a password hash in each round. */
  isSlow?: boolean;
  /** Prepares, and returns one round: whether what must hold is broken after it. */
  begin: (rivals: Rivals) => Promise<() => Promise<boolean>>;
}
