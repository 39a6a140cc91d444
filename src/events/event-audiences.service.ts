import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EventAudiences } from '../activity/event-audiences.js';
import type { EventSubject } from '../activity/event-recorder.js';
import { Database, type Unit } from '../database/database.js';
import { failedBeforehand } from '../database/failures.js';
import { PeriodicWork } from '../database/periodic-work.js';
import { RequestScope } from '../database/request-scope.js';
import { ServiceLogger } from '../log/service-logger.js';
import { RecordedEventsRepository } from './recorded-events.repository.js';

const MAX_REST_MS = 100;

/**
 * Updates events in batches while the visibility of their subject changes. Events that are shown to everyone are always
 * found, so they are shown first and hidden last. Until they are hidden, lists are only slower.
 */
@Injectable()
export class EventAudiencesService extends PeriodicWork implements EventAudiences {
  protected readonly intervalMs = 60_000;
  protected readonly logger = new ServiceLogger('events');
  protected readonly failureMessage =
    'The audience of events could not be updated. The service tries again within a minute';
  /** Subjects whose events have to be hidden. Each change adds an object of its own. */
  private readonly changed = new Set<EventSubject>();

  constructor(
    private readonly database: Database,
    private readonly events: RecordedEventsRepository,
  ) {
    super();
  }

  async changing<Result>(
    scope: RequestScope,
    subject: EventSubject,
    work: () => Promise<Result>,
  ): Promise<Result> {
    this.stopHiding(subject);
    const prepare = (unit: Unit) => {
      unit.isPreparation = true;
      return this.events.showBatch(unit, subject);
    };
    try {
      while (await this.database.unit(scope, prepare).catch(failedBeforehand));
      return await work();
    } finally {
      this.changed.add({ ...subject });
      const hidden = this.runNow();
      // A command ends with its work.
      if (!this.config.runsBackgroundWork) await hidden;
    }
  }

  /** Resolves when no events have to be hidden, or after a failure. */
  protected async work(): Promise<void> {
    for (const subject of [...this.changed]) await this.hide(subject);
  }

  /** Otherwise the background would hide what this request shows. */
  private stopHiding({ type, id }: EventSubject): void {
    for (const other of this.changed)
      if (other.type === type && other.id === id) this.changed.delete(other);
  }

  private async hide(subject: EventSubject): Promise<void> {
    try {
      while (await this.hideBatch(subject));
      this.changed.delete(subject);
    } catch (error) {
      this.logger.warn({ message: this.failureMessage, ...subject, error });
    }
  }

  /** Rests for as long as the batch took: half of the time belongs to requests. False after the last batch. */
  private async hideBatch(subject: EventSubject): Promise<boolean> {
    if (this.isStopping || !this.changed.has(subject)) return false;
    const begin = performance.now();
    const isFull = await this.database.unit(RequestScope.background, (unit) =>
      this.events.hideBatch(unit, subject),
    );
    if (isFull) await delay(Math.min(performance.now() - begin, MAX_REST_MS));
    return isFull;
  }
}
