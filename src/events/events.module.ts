import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';

@Module({ imports: [UsersModule], controllers: [EventsController], providers: [EventsService] })
export class EventsModule {}
