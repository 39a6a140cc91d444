import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { Rules } from '../../core/doctor/rules.js';
import { NumberedItemsModule } from '../numbered-items/numbered-items.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { Issue } from './issue.entity.js';
import { IssuesController } from './issues.controller.js';
import { IssuesRepository } from './issues.repository.js';
import { IssuesService } from './issues.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Issue], DATA_SOURCE_NAME),
    ProjectsModule,
    NumberedItemsModule,
  ],
  controllers: [IssuesController],
  providers: [provideRepository(IssuesRepository, Issue), IssuesService],
  exports: [IssuesRepository, IssuesService],
})
export class IssuesModule {
  constructor(deletions: DeletionRegistry, rules: Rules, issues: IssuesRepository) {
    deletions.register(...IssuesRepository.owned);
    rules.register({
      table: 'projects',
      text: 'counts its issues, so that no iid is given twice',
      isBroken: IssuesRepository.isCounterBehind,
      repair: {
        subject: 'project',
        run: (unit, id) => unit.withRepository(issues).raiseCounter(id),
      },
    });
  }
}
