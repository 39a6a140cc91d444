import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { Event } from '../events/event.entity.js';
import { KeysModule } from '../keys/keys.module.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesService } from './profiles.service.js';

/** Public profile pages at /:username. */
@Module({
  imports: [TypeOrmModule.forFeature([Event], DATA_SOURCE_NAME), KeysModule],
  controllers: [ProfilesController],
  providers: [provideRepository(ProfilesRepository, Event), ProfilesService],
})
export class ProfilesModule {}
