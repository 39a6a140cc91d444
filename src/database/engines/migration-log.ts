import { ServiceLogger } from '../../base/log/service-logger.js';

const INTERVAL_MS = 5_000;

/** Logs when migrations begin and have ended. In between, a large table can take minutes: logs which one runs. */
export class MigrationLog {
  private readonly logger = new ServiceLogger('database');
  private readonly beganAt = performance.now();
  private timer?: NodeJS.Timeout;
  private isNew = false;

  /** @param pending the names of the migrations that have not ended, the running one first */
  constructor(private readonly pending: () => Promise<string[]>) {}

  /** @param isNew the database has no data yet. Then only a migration that takes long is worth a line. */
  begin(migrations: string[], isNew: boolean): void {
    this.isNew = isNew;
    if (!isNew) this.logger.log({ message: 'Migrating the database', migrations });
    this.timer = setInterval(() => {
      this.pending().then(
        ([migration]) => {
          this.logger.log({ message: 'Still migrating the database', migration, ms: this.ms });
        },
        () => undefined,
      );
    }, INTERVAL_MS);
  }

  finish(migrations: string[]): void {
    if (!this.isNew)
      this.logger.log({ message: 'The database is migrated', migrations, ms: this.ms });
  }

  /** Also after a failure, which the start prints. */
  stop(): void {
    clearInterval(this.timer);
  }

  private get ms(): number {
    return Math.round(performance.now() - this.beganAt);
  }
}
