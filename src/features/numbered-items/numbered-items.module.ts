import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { ChangeLog } from './change-log.js';
import { Label } from './label.entity.js';
import { LabelsRepository } from './labels.repository.js';

/** What issues and merge requests share. */
@Module({
  imports: [TypeOrmModule.forFeature([Label], DATA_SOURCE_NAME)],
  providers: [ChangeLog, provideRepository(LabelsRepository, Label)],
  exports: [ChangeLog, LabelsRepository],
})
export class NumberedItemsModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...LabelsRepository.owned);
  }
}
