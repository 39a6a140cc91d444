import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '../../database/periodic-work.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { StoredResponsesRepository } from './stored-responses.repository.js';
import { clockTime } from '../../database/clock.js';

/** Deletes stored responses that have expired, every minute. */
@Injectable()
export class ExpiredResponses extends PeriodicWork {
  protected readonly intervalMs = 60_000;
  protected readonly logger = new ServiceLogger('idempotency');
  protected readonly failureMessage = 'Expired responses were not deleted';

  constructor(private readonly responses: StoredResponsesRepository) {
    super();
  }

  protected async work(): Promise<void> {
    const now = clockTime();
    while (!this.isStopping && (await this.responses.deleteExpired(now)));
  }
}
