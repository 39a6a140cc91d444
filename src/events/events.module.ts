import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { PushEventsController } from './push-events.controller.js';

@Module({
  imports: [UsersModule, ProjectsModule],
  controllers: [EventsController, PushEventsController],
  providers: [EventsService],
})
export class EventsModule {}
