import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { Snippet } from './snippet.entity.js';
import { SnippetsController } from './snippets.controller.js';
import { SnippetsRepository } from './snippets.repository.js';
import { SnippetsService } from './snippets.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Snippet], DATA_SOURCE_NAME), ProjectsModule],
  controllers: [SnippetsController],
  providers: [provideRepository(SnippetsRepository, Snippet), SnippetsService],
  exports: [SnippetsRepository, SnippetsService],
})
export class SnippetsModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...SnippetsRepository.owned);
  }
}
