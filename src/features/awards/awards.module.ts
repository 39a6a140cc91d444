import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { AwardEmoji } from './award-emoji.entity.js';
import { AwardsRepository } from './awards.repository.js';
import { AwardsService } from './awards.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AwardEmoji], DATA_SOURCE_NAME)],
  providers: [AwardsService, provideRepository(AwardsRepository, AwardEmoji)],
  exports: [AwardsRepository, AwardsService],
})
export class AwardsModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...AwardsRepository.owned);
  }
}
