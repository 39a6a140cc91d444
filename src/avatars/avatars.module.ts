import { Module } from '@nestjs/common';
import { AvatarController } from './avatar.controller.js';

/** The pictures of people, outside the API. */
@Module({ controllers: [AvatarController] })
export class AvatarsModule {}
