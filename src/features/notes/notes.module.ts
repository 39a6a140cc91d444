import { Module } from '@nestjs/common';
import { AwardsModule } from '../awards/awards.module.js';
import { NoteablesModule } from '../noteables/noteables.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { IssueNotesController } from './issue-notes.controller.js';
import { MergeRequestNotesController } from './merge-request-notes.controller.js';
import { NotesService } from './notes.service.js';
import { NotesStorageModule } from './notes-storage.module.js';
import { SnippetNotesController } from './snippet-notes.controller.js';

@Module({
  imports: [NotesStorageModule, NoteablesModule, SnippetsModule, AwardsModule],
  controllers: [IssueNotesController, SnippetNotesController, MergeRequestNotesController],
  providers: [NotesService],
  exports: [NotesService],
})
export class NotesModule {}
