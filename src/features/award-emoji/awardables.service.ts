import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/auth/actor.js';
import type { Awardable } from '../awards/awards.service.js';
import { NoteablesService } from '../noteables/noteables.service.js';
import { NotesService } from '../notes/notes.service.js';
import type { ProjectRef } from '../projects/project-ref.js';
import type { AwardableRef } from './path-awardable.js';

/** Finds the noteable or note that a path names. */
@Injectable()
export class AwardablesService {
  constructor(
    private readonly noteables: NoteablesService,
    private readonly notes: NotesService,
  ) {}

  /** @throws NotFound the actor cannot see the project, the noteable or the note */
  async get(actor: Actor, project: ProjectRef, ref: AwardableRef): Promise<Awardable> {
    const { noteable, note } = ref;
    if (note === undefined)
      return this.notes.awardable(await this.noteables.get(actor, project, noteable));
    return this.notes.awardableNote(await this.notes.find(actor, project, noteable, note));
  }

  /** Like `get`, for operations that write. */
  async getToWrite(actor: Actor, project: ProjectRef, ref: AwardableRef): Promise<Awardable> {
    const { noteable, note } = ref;
    if (note === undefined)
      return this.notes.awardable(await this.noteables.getToWrite(actor, project, noteable));
    return this.notes.awardableNote(await this.notes.findToWrite(actor, project, noteable, note));
  }
}
