import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { EventsStorageModule } from './events-storage.module.js';
import { PushEventsController } from './push-events.controller.js';

@Module({
  imports: [EventsStorageModule, ProjectsModule],
  controllers: [EventsController, PushEventsController],
  providers: [EventsService],
  exports: [EventsService],
})
export class EventsModule {}
