import { Delete, Get, Injectable, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { AwardEmojiView } from '../awards/award-emoji.view.js';
import { TAKEN } from '../../http/errors/errors.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { PathNoteable, type NoteableRef } from '../noteables/path-noteable.js';
import { CreateNoteInput, ListNotesParams, UpdateNoteInput } from './note.dto.js';
import { DeletedNoteView, NoteView } from './note.view.js';
import { NotesService } from './notes.service.js';

/** The five operations on notes. Each subclass declares the paths of one kind of noteable. */
@Injectable()
export abstract class NotesController {
  constructor(
    protected readonly notes: NotesService,
    protected readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({ summary: 'List notes', access: 'user', answers: [NoteView] })
  async list(
    @CurrentActor() actor: Actor,
    @PathNoteable() noteable: NoteableRef,
    @Params(ListNotesParams) input: Input<ListNotesParams>,
  ) {
    const page = await this.notes.list(actor, noteable, input);
    return answerPage(page, (note) => new NoteView(note));
  }

  @Post()
  @Operation({
    summary: 'Create a note',
    description: 'A body that is exactly one emoji gives an award instead.',
    access: 'user',
    records: ['note.created', 'award.added'],
    creates: true,
    isLimited: true,
    answers: { anyOf: [NoteView, AwardEmojiView] },
    conflicts: { name: [TAKEN] },
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathNoteable() noteable: NoteableRef,
    @Params(CreateNoteInput) input: Input<CreateNoteInput>,
  ): Promise<NoteView | AwardEmojiView> {
    const made = await this.notes.create(actor, noteable, input);
    return 'note' in made ? new NoteView(made.note) : new AwardEmojiView(made.award, this.urls);
  }

  @Get(':note_id')
  @Operation({ summary: 'Get a note', access: 'user', answers: NoteView })
  async get(
    @CurrentActor() actor: Actor,
    @PathNoteable() noteable: NoteableRef,
    @PathId('note_id') note: number,
  ): Promise<NoteView> {
    return new NoteView((await this.notes.find(actor, noteable, note)).note);
  }

  @Put(':note_id')
  @Operation({
    summary: 'Modify a note',
    access: 'user',
    records: ['note.updated'],
    answers: NoteView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathNoteable() noteable: NoteableRef,
    @PathId('note_id') note: number,
    @Params(UpdateNoteInput) input: Input<UpdateNoteInput>,
  ): Promise<NoteView> {
    return new NoteView(await this.notes.update(actor, noteable, note, input));
  }

  @Delete(':note_id')
  @Operation({
    summary: 'Delete a note',
    access: 'user',
    records: ['note.deleted'],
    answers: DeletedNoteView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathNoteable() noteable: NoteableRef,
    @PathId('note_id') note: number,
  ): Promise<DeletedNoteView> {
    return new DeletedNoteView(await this.notes.remove(actor, noteable, note), this.urls);
  }
}
