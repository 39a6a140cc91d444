import { readRunFlags, type RunFlags } from '../torture/flags.js';

export interface AttackFlags extends RunFlags {
  /** Every text in every parameter, and as many samples as a comparison of times needs. */
  long: boolean;
}

export function readFlags(): AttackFlags {
  const { isResized: long, ...flags } = readRunFlags('long');
  return { ...flags, long };
}
