import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import type { Awardable } from '../awards/awards.service.js';
import { NoteablesService, type VisibleNoteable } from '../noteables/noteables.service.js';
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
    return this.awardable(await this.noteables.get(actor, project, ref.noteable), ref);
  }

  /** Like `get`, for operations that write. */
  async getToWrite(actor: Actor, project: ProjectRef, ref: AwardableRef): Promise<Awardable> {
    return this.awardable(await this.noteables.getToWrite(actor, project, ref.noteable), ref);
  }

  private async awardable(noteable: VisibleNoteable, ref: AwardableRef): Promise<Awardable> {
    return ref.note === undefined
      ? this.notes.awardable(noteable)
      : this.notes.awardableNote(noteable, ref.note);
  }
}
