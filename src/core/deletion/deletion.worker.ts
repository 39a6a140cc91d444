import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { Database } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { DeletionLimits } from './deletion-limits.js';
import { DeletionPlans, planValues } from './deletion-plans.js';
import { DeletionsRepository, type Root } from './deletions.repository.js';
import { deleteInBatches, deleteOwners, TooManyRows } from './owned-rows.js';

class Stopping extends Error {}

/**
 * Finishes marked deletions in the background: at the start, after a mark, and every minute for those that another
 * process left behind. Processes that work on the same deletion do not disturb each other.
 */
@Injectable()
export class DeletionWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new ServiceLogger('deletion');
  private timer?: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isStopping = false;
  /** When the current batch began. */
  private resumedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly plans: DeletionPlans,
    private readonly deletions: DeletionsRepository,
    private readonly limits: DeletionLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.runsBackgroundWork) return;
    const wake = () => {
      this.wake();
    };
    this.timer = setInterval(wake, this.limits.resumeIntervalMs).unref();
    wake();
  }

  /** Finishes the current batch. The next start continues. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Starts to work, unless the worker is at it already. Does not wait. A command leaves the work to the service. */
  wake(): void {
    if (!this.config.runsBackgroundWork) return;
    this.isWanted = true;
    this.running ??= this.work().finally(() => {
      this.running = null;
      if (this.isWanted && !this.isStopping) this.wake();
    });
  }

  /** Resolves when the worker has nothing left to do. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async work(): Promise<void> {
    while (this.isWanted && !this.isStopping) {
      this.isWanted = false;
      const roots = await this.deletions.unfinished().catch((error: unknown) => {
        this.report(error);
        return [];
      });
      for (const root of roots) if (!this.isStopping) await this.finish(root);
    }
  }

  private async finish(root: Root): Promise<void> {
    try {
      while (!(await this.deleteAll(root)));
    } catch (error) {
      if (!(error instanceof Stopping)) this.report(error, root);
    }
  }

  /** False if so many rows were added meanwhile that they do not fit into the last unit of work. */
  private async deleteAll(root: Root): Promise<boolean> {
    const plan = this.plans.of(root);
    const { rowsPerUnit, rowsPerBatch } = this.limits;
    const values = planValues(root);
    const batches = { rowsPerUnit, rowsPerBatch, pause: this.pause };
    this.resumedAt = performance.now();
    try {
      for (const step of plan.owned)
        if (!step.last) await deleteInBatches(this.database, step, values, batches);
      await this.database.unit(RequestScope.background, async (unit) => {
        await deleteOwners(unit, plan, values, { rows: rowsPerUnit });
        await unit.withRepository(this.deletions).finish(root);
      });
      return true;
    } catch (error) {
      if (error instanceof TooManyRows) return false;
      throw error;
    }
  }

  /** Rests for as long as the batch took: half of the time belongs to requests. @throws Stopping */
  private readonly pause = async (): Promise<void> => {
    const busyMs = performance.now() - this.resumedAt;
    if (!this.isStopping) await delay(Math.min(busyMs, this.limits.maxRestMs));
    if (this.isStopping) throw new Stopping();
    this.resumedAt = performance.now();
  };

  private report(error: unknown, root?: Root): void {
    const message = 'A deletion was interrupted. The service tries again within a minute';
    this.logger.warn({ message, ...root, error });
  }
}
