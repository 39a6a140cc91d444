import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../base/config/config.js';
import { ServiceLogger } from '../base/log/service-logger.js';

/** Background work of the service that is done again after each interval. Two runs never overlap. */
@Injectable()
export abstract class PeriodicWork implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly intervalMs: number;
  protected abstract readonly logger: ServiceLogger;
  /** For the log. */
  protected abstract readonly failureMessage: string;
  /** Long work should end soon. */
  protected isStopping = false;
  @Inject(CONFIG) protected readonly config!: Config;
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  onApplicationBootstrap(): void {
    if (!this.config.runsBackgroundWork) return;
    this.timer = setInterval(() => void this.runNow(), this.intervalMs).unref();
  }

  /** Waits for the current run. The database is still open then. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.running;
  }

  /** Runs after the current run, if there is one. Failures are logged: the next run makes up for them. */
  runNow(): Promise<void> {
    return (this.running = this.running
      .then(() => this.work())
      .catch((error: unknown) => {
        this.logger.error({ message: this.failureMessage, error });
      }));
  }

  protected abstract work(): Promise<void>;
}
