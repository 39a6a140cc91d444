import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventAudiences } from '../activity/event-audiences.js';
import { EventRecorder } from '../activity/event-recorder.js';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { DeletionRegistry } from '../deletion/deletion-registry.js';
import { Rules } from '../doctor/rules.js';
import { Event } from './event.entity.js';
import { EventAudiencesService } from './event-audiences.service.js';
import { EventSourcesRepository } from './event-sources.repository.js';
import { EventsRepository } from './events.repository.js';
import { RecordedEventsRepository } from './recorded-events.repository.js';

/** Provides the repository, and `EventRecorder` and `EventAudiences` to the features that cause events. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Event], DATA_SOURCE_NAME)],
  providers: [
    provideRepository(EventsRepository, Event),
    provideRepository(EventSourcesRepository, Event),
    provideRepository(RecordedEventsRepository, Event),
    { provide: EventRecorder, useExisting: RecordedEventsRepository },
    EventAudiencesService,
    { provide: EventAudiences, useExisting: EventAudiencesService },
  ],
  exports: [EventsRepository, EventSourcesRepository, EventRecorder, EventAudiences],
})
export class EventsStorageModule {
  constructor(deletions: DeletionRegistry, rules: Rules) {
    rules.register(...EventsRepository.rules);
    deletions.register(...EventsRepository.owned);
  }
}
