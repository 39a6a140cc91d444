import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SnippetsController } from './snippets.controller.js';
import { SnippetsService } from './snippets.service.js';

@Module({
  imports: [ProjectsModule],
  controllers: [SnippetsController],
  providers: [SnippetsService],
  exports: [SnippetsService],
})
export class SnippetsModule {}
