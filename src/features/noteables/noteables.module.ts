import { Module } from '@nestjs/common';
import { IssuesModule } from '../issues/issues.module.js';
import { MergeRequestsModule } from '../merge-requests/merge-requests.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { NoteablesService } from './noteables.service.js';

@Module({
  imports: [ProjectsModule, IssuesModule, SnippetsModule, MergeRequestsModule],
  providers: [NoteablesService],
  exports: [NoteablesService],
})
export class NoteablesModule {}
