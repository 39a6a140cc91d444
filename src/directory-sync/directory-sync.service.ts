import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseUnavailable } from '../database/failures.js';
import { Directories } from '../directory/directories.service.js';
import { DirectoryUnavailable } from '../directory/directory-errors.js';
import { DirectoryUsersRepository } from '../directory/directory-users.repository.js';
import { DirectoryUsers } from '../directory/directory-users.service.js';
import type { Directory } from '../directory/directory.js';
import { DirectoryStates } from './directory-states.service.js';
import { Stopped } from './pace.js';
import { LeaseLost, SyncLease } from './sync-lease.js';
import { SyncLimits } from './sync-limits.js';
import {
  newReport,
  summaryOf,
  type SyncOptions,
  type SyncReport,
  type SyncSummary,
} from './sync-report.js';
import { SyncRun } from './sync-run.js';
import { SyncFailure } from './user-updates.js';

/** Conflicts in the log of one run. The report has more. */
const MAX_LOGGED = 20;

/** Failures whose message says what to do. */
const FAILURES = [
  [DirectoryUnavailable, 'unavailable'],
  [SyncFailure, 'directory'],
  [LeaseLost, 'interrupted'],
  [Stopped, 'interrupted'],
] as const;

/** Makes the users of a directory what the directory says. */
@Injectable()
export class DirectorySync {
  private readonly logger = new Logger('directory');

  constructor(
    private readonly database: Database,
    private readonly directories: Directories,
    private readonly states: DirectoryStates,
    private readonly repository: DirectoryUsersRepository,
    private readonly users: DirectoryUsers,
    private readonly limits: SyncLimits,
  ) {}

  /**
   * Synchronizes all users of the directory. What went wrong with the directory is in the report. A dry run needs no
   * lease: it may run beside another run.
   *
   * @throws SyncRunning another process synchronizes this directory
   */
  async run(provider: string, options: SyncOptions = {}): Promise<SyncReport> {
    const directory = this.directories.find(provider);
    if (!directory) throw new Error(`There is no directory ${provider}`);
    const report = newReport(randomUUID(), provider, options.dryRun ?? false);
    if (report.dryRun) {
      await this.attempt(directory, report, options, null);
      return report;
    }
    const lease = new SyncLease(this.states, this.limits, provider, report.run);
    await lease.acquire(options.signal);
    try {
      await this.attempt(directory, report, options, lease);
      if (!options.signal?.aborted) await this.store(report);
    } finally {
      await lease.release().catch((error: unknown) => {
        this.logger.warn({ message: 'The lease of a synchronization was not released', error });
      });
    }
    return report;
  }

  private async attempt(
    directory: Directory,
    report: SyncReport,
    options: SyncOptions,
    lease: SyncLease | null,
  ): Promise<void> {
    const startedAt = performance.now();
    const { database, repository, users, limits } = this;
    const services = { database, repository, users, limits };
    const { config } = directory;
    try {
      const confirmed = await this.confirmedBlocks(report.provider, options);
      await directory.withSession(
        (session) =>
          new SyncRun(services, config, session, report, options, confirmed, lease?.confirm).run(),
        options.signal,
      );
    } catch (error) {
      Object.assign(report, this.failureOf(options.signal?.aborted ? new Stopped() : error));
    }
    report.ms = Math.round(performance.now() - startedAt);
    this.log(report);
  }

  /** As many as the held run would have blocked: an operator confirms what that run reported, and no more. */
  private async confirmedBlocks(provider: string, options: SyncOptions): Promise<number> {
    return options.confirm ? ((await this.heldBefore(provider))?.wouldBlock ?? 0) : 0;
  }

  private async heldBefore(provider: string): Promise<SyncSummary['held']> {
    const lastRun = await this.states.repository.findLastRun(provider);
    return lastRun === null ? null : (JSON.parse(lastRun) as SyncSummary).held;
  }

  private async store(report: SyncReport): Promise<void> {
    const summary = summaryOf(report);
    // A failed run decides nothing: the run before it is still held.
    if (report.failed !== null) summary.held = await this.heldBefore(report.provider);
    const lastRun = JSON.stringify(summary);
    const completed = report.failed === null && report.held === null;
    await this.states.write((states) =>
      states.finishRun(report.provider, report.run, { lastRun, completed }),
    );
  }

  private failureOf(error: unknown): Pick<SyncReport, 'failed' | 'failure'> {
    const [, failure] = FAILURES.find(([type]) => error instanceof type) ?? [];
    if (failure !== undefined) return { failed: (error as Error).message, failure };
    if (error instanceof DatabaseUnavailable)
      return { failed: `${error.message}.`, failure: 'unavailable' };
    this.logger.error({ message: 'A synchronization failed', error });
    return { failed: 'An internal error. See the log.', failure: 'defect' };
  }

  /** One summary line, and the first conflicts. */
  private log(report: SyncReport): void {
    const summary = summaryOf(report);
    if (report.dryRun) return;
    for (const conflict of report.conflicts.slice(0, MAX_LOGGED))
      this.logger.warn({
        message: 'A user differs from the directory',
        run: report.run,
        ...conflict,
      });
    if (report.held) {
      const problem = report.held.knowsNoId
        ? 'finds no user by the unique id, but other entries have their DNs. It'
        : 'would block more users than the limit and';
      const message = `The synchronization ${problem} changed nothing. If that is right, run forgenote ldap sync --confirm`;
      this.logger.warn({ message, ...summary });
    } else if (report.failed !== null) {
      this.logger.warn({ message: 'The synchronization failed', ...summary });
    } else this.logger.log({ message: 'The synchronization is complete', ...summary });
  }
}
