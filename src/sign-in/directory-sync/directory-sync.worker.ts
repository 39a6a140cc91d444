import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, type Config, type DirectoryConfig } from '../../base/config/config.js';
import { DirectoryStateRepository } from '../directory/directory-state.repository.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { DirectorySync } from './directory-sync.service.js';
import { SyncRunning } from './sync-lease.js';
import { SyncLimits } from './sync-limits.js';
import type { SyncSummary } from './sync-report.js';

/** Synchronizes the directory every LDAP_SYNC_EVERY seconds. */
@Injectable()
export class DirectorySyncWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new ServiceLogger('directory');
  private readonly stopping = new AbortController();
  private timer?: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  /** The id of the last run when this process last looked; undefined if it is unknown. */
  private lastRun: string | null | undefined;

  constructor(
    private readonly sync: DirectorySync,
    private readonly state: DirectoryStateRepository,
    private readonly limits: SyncLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The first run comes after a random delay, so that instances that start together do not all ask at once. */
  onApplicationBootstrap(): void {
    const { directory, runsBackgroundWork } = this.config;
    if (!runsBackgroundWork || !directory || directory.syncEveryMs === 0) return;
    // If the database does not respond now, the first run decides.
    this.hasRunElsewhere(directory).catch(() => undefined);
    const latest = Math.min(directory.syncEveryMs, this.limits.maxFirstDelayMs);
    this.schedule(directory, Math.random() * latest);
  }

  /** A run ends between two writes. The next start continues. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(directory: DirectoryConfig, delayMs: number): void {
    this.timer = setTimeout(() => {
      this.running = this.run(directory).finally(() => {
        this.running = null;
        if (!this.stopping.signal.aborted) this.schedule(directory, directory.syncEveryMs);
      });
    }, delayMs).unref();
  }

  /**
   * True if another instance has synchronized the directory since this one last looked. A failed run does not count: an
   * instance that cannot reach the directory would stop the synchronizations of those that can.
   */
  private async hasRunElsewhere({ provider }: DirectoryConfig): Promise<boolean> {
    const found = await this.findLastRun(provider);
    const known = this.lastRun;
    this.lastRun = found?.run ?? null;
    if (known === undefined || known === found?.run || found === null) return false;
    return found.failed === null;
  }

  private async findLastRun(provider: string): Promise<SyncSummary | null> {
    const lastRun = await this.state.findLastRun(provider);
    return lastRun === null ? null : (JSON.parse(lastRun) as SyncSummary);
  }

  /** Never throws: the next run tries again. */
  private async run(directory: DirectoryConfig): Promise<void> {
    const { signal } = this.stopping;
    try {
      if (await this.hasRunElsewhere(directory)) return;
      this.lastRun = (await this.sync.run({ signal })).run;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof SyncRunning) this.logger.log({ message: error.message });
      else this.logger.warn({ message: 'A synchronization could not start', error });
    }
  }
}
