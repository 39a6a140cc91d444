import { Module } from '@nestjs/common';
import { DirectorySyncModule } from '../../sign-in/directory-sync/directory-sync.module.js';
import { HealthController } from './health.controller.js';

@Module({ imports: [DirectorySyncModule], controllers: [HealthController] })
export class HealthModule {}
