import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { StoredResponsesRepository } from './stored-responses.repository.js';

const INTERVAL_MS = 60_000;

/** Deletes stored responses that have expired, every minute. */
@Injectable()
export class ExpiredResponses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('idempotency');
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(private readonly responses: StoredResponsesRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.deleteAll());
    }, INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.running;
  }

  private async deleteAll(): Promise<void> {
    try {
      const now = Date.now();
      while (!this.isStopping && (await this.responses.deleteExpired(now)));
    } catch (error) {
      this.logger.error({ message: 'Expired responses were not deleted', error });
    }
  }
}
