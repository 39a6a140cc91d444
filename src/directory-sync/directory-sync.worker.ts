import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, type Config, type DirectoryConfig } from '../config/config.js';
import { DirectoriesRepository } from '../directory/directories.repository.js';
import { Directories } from '../directory/directories.service.js';
import { ServiceLogger } from '../log/service-logger.js';
import { DirectorySync } from './directory-sync.service.js';
import { SyncRunning } from './sync-lease.js';
import { SyncLimits } from './sync-limits.js';
import { parseSummary, type SyncSummary } from './sync-report.js';

/** Synchronizes each directory every LDAP_SYNC_EVERY seconds. */
@Injectable()
export class DirectorySyncWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new ServiceLogger('directory');
  private readonly stopping = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  /** The id of the last run when this process last looked, by provider. */
  private readonly lastRuns = new Map<string, string | null>();

  constructor(
    private readonly directories: Directories,
    private readonly sync: DirectorySync,
    private readonly states: DirectoriesRepository,
    private readonly limits: SyncLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The first run comes after a random delay, so that instances that start together do not all ask at once. */
  onApplicationBootstrap(): void {
    if (!this.config.runsBackgroundWork) return;
    for (const { config } of this.directories.all) {
      if (config.syncEveryMs === 0) continue;
      // If the database does not respond now, the first run decides.
      this.hasRunElsewhere(config.provider).catch(() => undefined);
      const latest = Math.min(config.syncEveryMs, this.limits.maxFirstDelayMs);
      this.schedule(config, Math.random() * latest);
    }
  }

  /** A run ends between two writes. The next start continues. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private schedule(config: DirectoryConfig, delayMs: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.run(config).finally(() => {
        this.running.delete(run);
        if (!this.stopping.signal.aborted) this.schedule(config, config.syncEveryMs);
      });
      this.running.add(run);
    }, delayMs);
    this.timers.add(timer.unref());
  }

  /**
   * True if another instance has synchronized the directory since this one last looked. A failed run does not count: an
   * instance that cannot reach the directory would stop the synchronizations of those that can.
   */
  private async hasRunElsewhere(provider: string): Promise<boolean> {
    const lastRun = await this.findLastRun(provider);
    const known = this.lastRuns.get(provider);
    // By id: a confirmed run changes what is stored of the held run before it ends.
    this.lastRuns.set(provider, lastRun?.run ?? null);
    if (known === undefined || known === lastRun?.run || lastRun === null) return false;
    return lastRun.failed === null;
  }

  private async findLastRun(provider: string): Promise<SyncSummary | null> {
    const lastRun = await this.states.findLastRun(provider);
    return lastRun === null ? null : parseSummary(lastRun);
  }

  /** Never throws. If the last run is unknown, the next scheduled run starts in any case. */
  private async rememberLastRun(provider: string): Promise<void> {
    this.lastRuns.delete(provider);
    const lastRun = await this.findLastRun(provider).catch(() => undefined);
    if (lastRun !== undefined) this.lastRuns.set(provider, lastRun?.run ?? null);
  }

  /** Never throws: the next run tries again. */
  private async run({ provider }: DirectoryConfig): Promise<void> {
    const { signal } = this.stopping;
    try {
      if (await this.hasRunElsewhere(provider)) return;
      await this.sync.run(provider, { signal });
      await this.rememberLastRun(provider);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof SyncRunning) this.logger.log({ message: error.message });
      else this.logger.warn({ message: 'A synchronization could not start', provider, error });
    }
  }
}
