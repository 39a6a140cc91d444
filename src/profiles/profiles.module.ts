import { Module } from '@nestjs/common';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesService } from './profiles.service.js';

/** Public profile pages at /:username. */
@Module({ controllers: [ProfilesController], providers: [ProfilesService] })
export class ProfilesModule {}
