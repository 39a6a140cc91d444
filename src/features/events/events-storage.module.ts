import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventRecorder } from '../../core/event-recording/event-recorder.js';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { Rules } from '../../core/doctor/rules.js';
import { Event } from './event.entity.js';
import { EventsRepository } from './events.repository.js';

/** Provides the repository, and `EventRecorder` to the features that cause events. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Event], DATA_SOURCE_NAME)],
  providers: [
    provideRepository(EventsRepository, Event),
    { provide: EventRecorder, useExisting: EventsRepository },
  ],
  exports: [EventsRepository, EventRecorder],
})
export class EventsStorageModule {
  constructor(deletions: DeletionRegistry, rules: Rules) {
    rules.register(...EventsRepository.rules);
    deletions.register(...EventsRepository.owned);
  }
}
