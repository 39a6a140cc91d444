import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionLimits } from './deletion-limits.js';
import { DeletionPlans } from './deletion-plans.js';
import { DeletionRegistry } from './deletion-registry.js';
import { Deletion } from './deletion.entity.js';
import { DeletionService } from './deletion.service.js';
import { DeletionWorker } from './deletion.worker.js';
import { DeletionsRepository } from './deletions.repository.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Deletion], DATA_SOURCE_NAME)],
  providers: [
    provideRepository(DeletionsRepository, Deletion),
    ...[DeletionRegistry, DeletionPlans, DeletionLimits, DeletionWorker, DeletionService],
  ],
  exports: [DeletionRegistry, DeletionService],
})
export class DeletionModule {}
