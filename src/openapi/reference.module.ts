import { Module } from '@nestjs/common';
import { ReferenceController } from './reference.controller.js';

/** The reference for people, outside the API. */
@Module({ controllers: [ReferenceController] })
export class ReferenceModule {}
