import { Module } from '@nestjs/common';
import { AwardEmojiModule } from '../award-emoji/award-emoji.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { IssueNotesController } from './issue-notes.controller.js';
import { MergeRequestNotesController } from './merge-request-notes.controller.js';
import { NoteablesModule } from './noteables.module.js';
import { NotesService } from './notes.service.js';
import { SnippetNotesController } from './snippet-notes.controller.js';

@Module({
  imports: [NoteablesModule, SnippetsModule, AwardEmojiModule],
  controllers: [IssueNotesController, SnippetNotesController, MergeRequestNotesController],
  providers: [NotesService],
})
export class NotesModule {}
