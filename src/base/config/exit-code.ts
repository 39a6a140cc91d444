import { CannotStart, UsageError } from './cannot-start.js';
import { ConfigError } from './config.js';

/** The exit codes, as in sysexits.h. */
export const EXIT_CODES = {
  /** A word of the command line is wrong. */
  usage: 64,
  /** The data of another system needs a decision. */
  data: 65,
  /** The database or another system is missing or refuses. */
  unavailable: 69,
  /** A defect of the program. */
  software: 70,
  /** The output could not be written. */
  output: 74,
  /** Try again later. */
  temporary: 75,
  /** A setting is wrong. */
  config: 78,
} as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_CODES.usage;
  if (error instanceof ConfigError) return EXIT_CODES.config;
  return error instanceof CannotStart ? EXIT_CODES.unavailable : EXIT_CODES.software;
}
