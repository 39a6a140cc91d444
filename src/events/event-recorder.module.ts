import { Global, Injectable, Module } from '@nestjs/common';
import { EventRecorder, type NewEvent } from '../activity/event-recorder.js';
import type { Unit } from '../database/unit.js';
import { recordEvent } from './record-event.js';

@Injectable()
class RecordedEvents extends EventRecorder {
  record(unit: Unit, event: NewEvent): Promise<number> {
    return recordEvent(unit, event);
  }
}

/** Provides `EventRecorder` to the features that cause events. */
@Global()
@Module({
  providers: [{ provide: EventRecorder, useClass: RecordedEvents }],
  exports: [EventRecorder],
})
export class EventRecorderModule {}
