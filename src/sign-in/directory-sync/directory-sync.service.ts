import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable, OutcomeUnknown } from '../../database/failures.js';
import { ConfiguredDirectory } from '../directory/configured-directory.service.js';
import { DirectoryUnavailable } from '../ldap/directory-errors.js';
import { DirectoryUsersRepository } from '../directory/directory-users.repository.js';
import { DirectoryUsers } from '../directory/directory-users.service.js';
import type { Directory } from '../ldap/directory.js';
import { DirectoryStates } from './directory-states.service.js';
import { Stopped } from './pace.js';
import { LeaseLost, SyncLease, SyncRunning } from './sync-lease.js';
import { SyncLimits } from './sync-limits.js';
import {
  confirmCommand,
  newReport,
  summaryOf,
  type SyncOptions,
  type SyncReport,
} from './sync-report.js';
import { SyncRun } from './sync-run.js';
import { SyncFailure } from './user-updates.js';
import { LoggableError } from '../../base/log/loggable-error.js';
import { ServiceLogger } from '../../base/log/service-logger.js';

/** Conflicts in the log of one run. The report has more. */
const MAX_LOGGED = 20;

/** Failures whose message says what to do. */
const FAILURES = [
  [SyncFailure, 'directory'],
  [LeaseLost, 'interrupted'],
  [Stopped, 'interrupted'],
] as const;

/** Makes the users of the directory what it says. */
@Injectable()
export class DirectorySync {
  private readonly logger = new ServiceLogger('directory');

  constructor(
    private readonly configured: ConfiguredDirectory,
    private readonly states: DirectoryStates,
    private readonly repository: DirectoryUsersRepository,
    private readonly users: DirectoryUsers,
    private readonly limits: SyncLimits,
  ) {}

  /**
   * Synchronizes all users. What went wrong with the directory or the database is in the report. A dry
   * run needs no lease: it may run beside another run.
   *
   * @throws SyncRunning another process synchronizes already
   */
  async run(options: SyncOptions = {}): Promise<SyncReport> {
    const { directory } = this.configured;
    if (!directory) throw new LoggableError('There is no directory');
    const { provider } = directory;
    const report = newReport(randomUUID(), provider, options.dryRun ?? false);
    if (report.dryRun) {
      await this.attempt(directory, report, options, null);
      return report;
    }
    const lease = new SyncLease(this.states, this.limits, provider, report.run);
    try {
      await lease.acquire(options.signal);
    } catch (error) {
      if (error instanceof SyncRunning || options.signal?.aborted) throw error;
      Object.assign(report, this.failureOf(error, options));
      this.log(report);
      return report;
    }
    try {
      await this.attempt(directory, report, options, lease);
      if (!options.signal?.aborted) await this.record(report, options);
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
    const { repository, users, limits } = this;
    const services = { repository, users, limits };
    const { config } = directory;
    try {
      await directory.withSession(
        (session) => new SyncRun(services, config, session, report, options, lease?.confirm).run(),
        options.signal,
      );
    } catch (error) {
      const reason = options.signal?.aborted ? new Stopped() : error;
      Object.assign(report, this.failureOf(reason, options));
    }
    report.ms = Math.round(performance.now() - startedAt);
    this.log(report);
  }

  /** If the result cannot be stored, the report says so. */
  private async record(report: SyncReport, options: SyncOptions): Promise<void> {
    const { run, provider } = report;
    const lastRun = JSON.stringify(summaryOf(report));
    try {
      await this.states.write((states) => states.finishRun(provider, run, lastRun));
    } catch (error) {
      const message = 'The result of a synchronization could not be recorded';
      this.logger.warn({ message, run, provider, error });
      if (report.failure !== null) return;
      const { failed, failure } = this.failureOf(error, options);
      const reason = `The result of the run could not be recorded. ${String(failed)}`;
      Object.assign(report, { held: null, failed: reason, failure });
    }
  }

  private failureOf(
    error: unknown,
    { onDefect }: SyncOptions,
  ): Pick<SyncReport, 'failed' | 'failure'> {
    if (error instanceof DirectoryUnavailable)
      return { failed: error.message, failure: error.kind };
    const [, failure] = FAILURES.find(([type]) => error instanceof type) ?? [];
    if (failure !== undefined) return { failed: (error as Error).message, failure };
    if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown)
      return { failed: `${error.message}.`, failure: 'unavailable' };
    this.logger.error({ message: 'A synchronization failed', error });
    onDefect?.(error);
    const failed = 'An internal error. See the log of the service, or stderr of the command.';
    return { failed, failure: 'defect' };
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
    for (const warning of report.warnings) this.logger.warn({ message: warning, run: report.run });
    if (report.held) {
      const problem = report.held.knowsNoId
        ? 'finds no user by the unique id, but other entries have their DNs. It'
        : 'would block more users than the limit and';
      const command = confirmCommand(report.held);
      const message = `The synchronization ${problem} changed nothing. If that is right, run ${command}`;
      this.logger.warn({ message, ...summary });
    } else if (report.failed !== null) {
      this.logger.warn({ message: 'The synchronization failed', ...summary });
    } else this.logger.log({ message: 'The synchronization is complete', ...summary });
  }
}
