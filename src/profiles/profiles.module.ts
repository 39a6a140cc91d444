import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { Event } from '../events/event.entity.js';
import { KeysModule } from '../keys/keys.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConfirmationPageController } from './confirmation-page.controller.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesService } from './profiles.service.js';

/** The pages: profiles at /:username, and the one that confirms an address. */
@Module({
  imports: [TypeOrmModule.forFeature([Event], DATA_SOURCE_NAME), KeysModule, UsersModule],
  controllers: [ConfirmationPageController, ProfilesController],
  providers: [provideRepository(ProfilesRepository, Event), ProfilesService],
})
export class ProfilesModule {}
