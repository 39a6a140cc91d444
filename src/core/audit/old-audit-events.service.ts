import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '../../database/periodic-work.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { AuditRepository } from './audit.repository.js';
import { clockTime } from '../../database/clock.js';

const DAY_MS = 86_400_000;

/** Deletes audit events that are older than `AUDIT_DAYS`, every hour. */
@Injectable()
export class OldAuditEvents extends PeriodicWork {
  protected readonly intervalMs = 3_600_000;
  protected readonly logger = new ServiceLogger('audit');
  protected readonly failureMessage = 'Old audit events were not deleted';

  constructor(private readonly events: AuditRepository) {
    super();
  }

  protected async work(): Promise<void> {
    const { auditDays } = this.config;
    if (auditDays === 0) return;
    const before = clockTime() - auditDays * DAY_MS;
    while (!this.isStopping && (await this.events.deleteBefore(before)));
  }
}
