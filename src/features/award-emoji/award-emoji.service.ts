import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/auth/actor.js';
import { NotFound } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import type { GiveAwardInput } from '../awards/award.dto.js';
import type { AwardRow } from '../awards/awards.repository.js';
import { AwardsService, type Awardable } from '../awards/awards.service.js';
import { NoteablesService } from '../noteables/noteables.service.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { NotesService, type FoundNote } from '../notes/notes.service.js';
import type { AwardableRef } from './path-awardable.js';

/** Awards on noteables and notes. Each method finds the noteable or note first, which the actor must see. */
@Injectable()
export class AwardEmojiService {
  constructor(
    private readonly awards: AwardsService,
    private readonly noteables: NoteablesService,
    private readonly notes: NotesService,
    private readonly noteRows: NotesRepository,
  ) {}

  async list(actor: Actor, ref: AwardableRef, input: Input<PageParams>): Promise<Page<AwardRow>> {
    return this.awards.list(await this.find(actor, ref), input);
  }

  async get(actor: Actor, ref: AwardableRef, id: number): Promise<AwardRow> {
    return this.awards.get(await this.find(actor, ref), id);
  }

  async create(actor: Actor, ref: AwardableRef, input: Input<GiveAwardInput>): Promise<AwardRow> {
    return this.awards.create(actor, await this.findToWrite(actor, ref), input);
  }

  async remove(actor: Actor, ref: AwardableRef, id: number): Promise<AwardRow> {
    return this.awards.withdraw(actor, await this.findToWrite(actor, ref), id);
  }

  private async find(actor: Actor, { noteable, note }: AwardableRef): Promise<Awardable> {
    if (note === undefined) return this.noteables.get(actor, noteable);
    return this.awardable(await this.notes.find(actor, noteable, note));
  }

  private async findToWrite(actor: Actor, { noteable, note }: AwardableRef): Promise<Awardable> {
    if (note === undefined) return this.noteables.getToWrite(actor, noteable);
    return this.awardable(await this.notes.findToWrite(actor, noteable, note));
  }

  private awardable({ noteable, note: { id, author_id } }: FoundNote): Awardable {
    return {
      type: 'Note',
      id,
      author_id,
      project_id: noteable.project_id,
      // A note can be deleted alone. The checks of the rights have locked its noteable.
      lock: async (unit) => {
        if (!(await unit.withRepository(this.noteRows).lockRow(id))) throw new NotFound('Note');
      },
    };
  }
}
