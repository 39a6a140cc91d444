import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { NotFound } from '../http/errors/errors.js';
import { NOTE } from '../notes/note.queries.js';
import { Noteables, type SeenNoteable } from '../notes/noteables.service.js';
import type { ProjectRef } from '../projects/project-ref.js';
import type { AwardableType } from '../awards/award-emoji.entity.js';
import type { AwardableRef } from './path-awardable.js';

/** What an emoji can be given to: a noteable or a note, that the actor may see. */
export interface SeenAwardable {
  type: AwardableType;
  id: number;
  author_id: number;
  /** The noteable itself, or what the note is on. */
  noteable: SeenNoteable;
}

export const asAwardable = (noteable: SeenNoteable): SeenAwardable => ({ ...noteable, noteable });

/** Finds what a path names. */
@Injectable()
export class Awardables {
  constructor(
    private readonly database: Database,
    private readonly noteables: Noteables,
  ) {}

  /** @throws NotFound of whatever of the path the actor may not see */
  async get(actor: Actor, project: ProjectRef, ref: AwardableRef): Promise<SeenAwardable> {
    const noteable = await this.noteables.get(actor, project, ref.noteable);
    if (ref.note === undefined) return asAwardable(noteable);
    const under = { noteable_type: noteable.type, noteable_id: noteable.id };
    const note = await this.database.row(NOTE, { note: ref.note, ...under });
    if (!note) throw new NotFound('Note');
    return { type: 'Note', id: note.id, author_id: note.author_id, noteable };
  }
}
