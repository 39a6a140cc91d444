import { Module } from '@nestjs/common';
import { AvatarController } from './avatar.controller.js';

/** Avatars of users. Their paths are outside the API. */
@Module({ controllers: [AvatarController] })
export class AvatarsModule {}
