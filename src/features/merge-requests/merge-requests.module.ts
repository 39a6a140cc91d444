import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { Rules } from '../../core/doctor/rules.js';
import { NumberedItemsModule } from '../numbered-items/numbered-items.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { MergeRequest } from './merge-request.entity.js';
import { MergeRequestsController } from './merge-requests.controller.js';
import { MergeRequestsRepository } from './merge-requests.repository.js';
import { MergeRequestsService } from './merge-requests.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MergeRequest], DATA_SOURCE_NAME),
    ProjectsModule,
    NumberedItemsModule,
  ],
  controllers: [MergeRequestsController],
  providers: [provideRepository(MergeRequestsRepository, MergeRequest), MergeRequestsService],
  exports: [MergeRequestsRepository, MergeRequestsService],
})
export class MergeRequestsModule {
  constructor(deletions: DeletionRegistry, rules: Rules, mergeRequests: MergeRequestsRepository) {
    deletions.register(...MergeRequestsRepository.owned);
    rules.register({
      table: 'projects',
      text: 'counts its merge requests, so that no iid is given twice',
      isBroken: MergeRequestsRepository.isCounterBehind,
      repair: {
        subject: 'project',
        run: (unit, id) => unit.withRepository(mergeRequests).raiseCounter(id),
      },
    });
  }
}
