import { Module } from '@nestjs/common';
import { ReferenceController } from './reference.controller.js';

/** The API reference at /docs, outside the API prefix. */
@Module({ controllers: [ReferenceController] })
export class ReferenceModule {}
