import { setTimeout as delay } from 'node:timers/promises';
import { ServiceLogger } from '../base/log/service-logger.js';
import type { Engine, Failure } from './engine.js';

/** Errors of the class `full` or `read-only`: the database refuses writes. */
type Refusal = keyof typeof REFUSALS;

const REFUSALS = {
  full: 'No space is left for the database. Writes get 503 until there is: free space, or enlarge the file system or table',
  'read-only': 'The database refuses writes, which get 503. Reads go on: make it writable again',
};
const DAMAGED =
  'The database is damaged. The service is not ready any more: stop it, and restore the last backup (docs/operating.md)';

/** A write that succeeds this soon after a refused one does not end the failure: small writes may still fit. */
const QUIET_MS = 5_000;
/** This long after the last refused write the service counts as ready again, so that the next write shows the state. */
const FULL_MS = 30_000;
/** A database that does not respond is asked again at this interval, and has this time to respond. */
const PING_INTERVAL_MS = 1_000;
const PING_MS = 2_000;

/** Tells the operator once when the database stops working, and once when it works again. */
export class FailureLog {
  /** Set once the database was found damaged. */
  corruption?: unknown;
  private readonly logger = new ServiceLogger('database');
  /** When a write was refused last. */
  private readonly refusedAt = new Map<Refusal, number>();
  private isWatched = false;
  private readonly closing = new AbortController();

  constructor(private readonly engine: Pick<Engine, 'place' | 'ping'>) {}

  report(kind: Failure['kind'], error: unknown): void {
    if (kind === 'full' || kind === 'read-only') {
      if (!this.refusedAt.has(kind)) this.error(REFUSALS[kind], error);
      this.refusedAt.set(kind, performance.now());
    } else if (kind === 'corrupt') {
      if (!this.corruption) this.error(DAMAGED, error);
      this.corruption ??= error;
    } else if ((kind === 'unavailable' || kind === 'lost') && !this.isWatched) {
      this.isWatched = true;
      void this.watch(error).finally(() => (this.isWatched = false));
    }
  }

  /** Called after each write. */
  hasWritten(): void {
    for (const [kind, at] of this.refusedAt) {
      if (performance.now() - at < QUIET_MS) continue;
      this.refusedAt.delete(kind);
      this.logger.log({
        message: 'The database accepts writes again',
        database: this.engine.place,
      });
    }
  }

  /** Whether writes find no space, as far as is known. */
  get isFull(): boolean {
    return performance.now() - (this.refusedAt.get('full') ?? -Infinity) < FULL_MS;
  }

  close(): void {
    this.closing.abort();
  }

  /** One statement that takes too long says nothing about the database: only a ping without response does. */
  private async watch(error: unknown): Promise<void> {
    const begin = performance.now();
    const { signal } = this.closing;
    let isAway = false;
    while (!signal.aborted && !(await this.responds())) {
      if (!isAway) this.error('The database does not respond', error);
      isAway = true;
      await delay(PING_INTERVAL_MS, null, { signal, ref: false }).catch(() => undefined);
    }
    if (!isAway || signal.aborted) return;
    const ms = Math.round(performance.now() - begin);
    this.logger.log({ message: 'The database responds again', database: this.engine.place, ms });
  }

  private responds(): Promise<boolean> {
    return this.engine.ping(PING_MS).then(
      () => true,
      () => false,
    );
  }

  private error(message: string, error: unknown): void {
    if (!this.closing.signal.aborted)
      this.logger.error({ message, database: this.engine.place, error });
  }
}
