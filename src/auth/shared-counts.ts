import { setTimeout as delay } from 'node:timers/promises';
import { errorReason } from '../log/loggable.js';
import { ServiceLogger } from '../log/service-logger.js';

/** How often counts that do not respond are tried again, in milliseconds. */
export const RETRY_MS = 500;

/**
 * Counts of limits that other processes share, and whether they respond. Logs once when they fail, and once when they
 * respond again.
 */
export abstract class SharedCounts {
  protected readonly closing = new AbortController();
  protected working = false;
  private readonly logger = new ServiceLogger('limits');

  /** The line of the log when they fail. */
  protected abstract failure(reason: string): string;
  /** The line of the log when they respond again. */
  protected abstract readonly recovery: string;
  /** Rejects if they do not respond. */
  protected abstract ping(): Promise<unknown>;

  get isWorking(): boolean {
    return this.working;
  }

  /** Call when a count has failed. */
  fail(error: unknown): void {
    if (!this.working || this.closing.signal.aborted) return;
    this.working = false;
    this.recoverAfter(error);
  }

  close(): void {
    this.closing.abort();
  }

  protected recoverAfter(error: unknown): void {
    const reason = typeof error === 'string' ? error : errorReason(error);
    // Libraries throw plain errors without a code when the time is over.
    this.logger.warn(this.failure(reason === 'Error' ? 'no response' : reason));
    void this.recover();
  }

  protected async responds(): Promise<boolean> {
    this.working = await this.ping().then(
      () => true,
      () => false,
    );
    return this.working;
  }

  private async recover(): Promise<void> {
    const { signal } = this.closing;
    while (!(await this.responds())) {
      await delay(RETRY_MS, null, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    }
    this.logger.log({ message: this.recovery });
  }
}
