import { Logger } from '@nestjs/common';
import type { ErrorClass } from './engine.js';

/** The same failure is logged again after this time, in milliseconds. */
const INTERVAL_MS = 60_000;

const ADVICE: Partial<Record<ErrorClass, string>> = {
  full: 'No space is left for the database. Writes get 503 until there is: free space, or enlarge the file system or table.',
  corrupt:
    'The database is damaged. The service is not ready any more: stop it, and restore the last backup (docs/operating.md).',
  'read-only': 'The database refuses writes, which get 503. Reads go on: make it writable again.',
};

/** Tells the operator about failures that need one. A log line for each request would hide them. */
export class FailureLog {
  /** Set once the database was found damaged. */
  corruption?: unknown;
  private readonly logger = new Logger('database');
  private readonly loggedAt = new Map<ErrorClass, number>();

  /** @param place the file or server of the database */
  constructor(private readonly place: string) {}

  report(kind: ErrorClass, error: unknown): void {
    if (kind === 'corrupt') this.corruption ??= error;
    const advice = ADVICE[kind];
    const now = performance.now();
    if (!advice || now - (this.loggedAt.get(kind) ?? -Infinity) < INTERVAL_MS) return;
    this.loggedAt.set(kind, now);
    this.logger.error({ message: `${advice} Database: ${this.place}`, error });
  }
}
