import { Controller, Get } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { PathId } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { PathNoteable, type NoteableRef } from '../noteables/path-noteable.js';
import { SnippetNoteView } from './note.view.js';
import { NotesController } from './notes.controller.js';

@Controller('projects/:id/snippets/:snippet_id/notes')
export class SnippetNotesController extends NotesController {
  @Get(':note_id')
  @Operation({ summary: 'Get a note', access: 'user', answers: SnippetNoteView })
  override async get(
    @CurrentActor() actor: Actor,
    @PathNoteable() noteable: NoteableRef,
    @PathId('note_id') id: number,
  ): Promise<SnippetNoteView> {
    const { note, snippet } = await this.notes.getWithSnippet(actor, noteable, id);
    return new SnippetNoteView(note, snippet);
  }
}
