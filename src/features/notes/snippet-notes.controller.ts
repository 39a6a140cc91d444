import { Controller, Get } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { PathId } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { NoteablesService } from '../noteables/noteables.service.js';
import { PathNoteable, type NoteableRef } from '../noteables/path-noteable.js';
import { PathProject, type ProjectRef } from '../projects/project-ref.js';
import { SnippetsService } from '../snippets/snippets.service.js';
import { SnippetNoteView } from './note.view.js';
import { NotesController } from './notes.controller.js';
import { NotesService } from './notes.service.js';

@Controller('projects/:id/snippets/:snippet_id/notes')
export class SnippetNotesController extends NotesController {
  constructor(
    notes: NotesService,
    noteables: NoteablesService,
    urls: PublicUrl,
    private readonly snippets: SnippetsService,
  ) {
    super(notes, noteables, urls);
  }

  @Get(':note_id')
  @Operation({ summary: 'Get a note', access: 'user', answers: SnippetNoteView })
  override async get(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathNoteable() { type, id }: NoteableRef,
    @PathId('note_id') note: number,
  ): Promise<SnippetNoteView> {
    const snippet = await this.snippets.get(actor, project, id);
    return new SnippetNoteView(await this.notes.get({ type, ...snippet }, note), snippet);
  }
}
