import { Module } from '@nestjs/common';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesService } from './profiles.service.js';

/** The pages for people. */
@Module({ controllers: [ProfilesController], providers: [ProfilesService] })
export class ProfilesModule {}
