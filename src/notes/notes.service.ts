import { NOTEABLE_NAMES, type Noteable } from '../activity/noteable.js';
import { Injectable } from '@nestjs/common';
import type { Actor, Person } from '../auth/actor.js';
import { Limits } from '../auth/limits.js';
import { Level } from '../auth/visibility.js';
import type { AwardRow } from '../awards/awards.repository.js';
import { asAwardable } from '../award-emoji/awardables.service.js';
import { AwardsService, isOwnVote } from '../awards/awards.service.js';
import { onlyEmoji } from '../awards/emoji.js';
import { Database } from '../database/database.js';
import { recordEvent } from '../events/record-event.js';
import { Forbidden, NotFound } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { notesWhere, removeThing } from '../projects/removal.js';
import type { CreateNoteParams, ListNotesParams, UpdateNoteParams } from './note.dto.js';
import { CHANGE_BODY, NOTE, NOTES, TOUCH, type NoteRow } from './note.queries.js';
import type { SeenNoteable } from './noteables.service.js';
import { INSERT_NOTE } from './system-note.js';

const REMOVAL = notesWhere('id = :note');

/** Notes on anything that can have some. That the actor may see the noteable is settled before. */
@Injectable()
export class NotesService {
  constructor(
    private readonly database: Database,
    private readonly awards: AwardsService,
    private readonly limits: Limits,
  ) {}

  list(noteable: SeenNoteable, input: Input<ListNotesParams>): Promise<Page<NoteRow>> {
    const params = input.read();
    return paginate(NOTES.rows(this.database, params.sort ?? 'asc', under(noteable)), params);
  }

  async get(noteable: SeenNoteable, id: number): Promise<NoteRow> {
    const note = await this.database.row(NOTE, Object.assign(under(noteable), { note: id }));
    if (!note) throw new NotFound('Note');
    return note;
  }

  /** A body that is one emoji and nothing else gives an award instead of a note. */
  async create(
    actor: Actor,
    noteable: SeenNoteable,
    input: Input<CreateNoteParams>,
  ): Promise<{ note: NoteRow } | { award: AwardRow }> {
    const { body, created_at } = input.read({
      ignore: noteable.level < Level.owner ? ['created_at'] : [],
    });
    await this.limits.countNote(actor.id);
    const emoji = onlyEmoji(body);
    if (emoji !== null && !isOwnVote(actor, noteable, emoji)) {
      return { award: await this.awards.give(actor, asAwardable(noteable), emoji) };
    }
    return { note: await this.insert(actor.person, noteable, body, created_at) };
  }

  async update(
    actor: Actor,
    noteable: SeenNoteable,
    id: number,
    input: Input<UpdateNoteParams>,
  ): Promise<NoteRow> {
    const note = await this.get(noteable, id);
    if (note.is_system === 1 || !mayChange(actor, noteable, note)) throw new Forbidden();
    const { body } = input.read();
    const now = Date.now();
    const changed = await this.database.write(CHANGE_BODY, { note: id, body, now });
    if (changed === 0) throw new NotFound('Note');
    return Object.assign(note, { body, updated_at: now });
  }

  async remove(actor: Actor, noteable: SeenNoteable, id: number): Promise<NoteRow> {
    const note = await this.get(noteable, id);
    const may =
      note.is_system === 1 ? noteable.level >= Level.master : mayChange(actor, noteable, note);
    if (!may) throw new Forbidden();
    await removeThing(this.database, 'Note', REMOVAL, { note: id });
    return note;
  }

  private async insert(
    author: Person,
    noteable: SeenNoteable,
    body: string,
    createdAt?: number,
  ): Promise<NoteRow> {
    const { type, id, project_id } = noteable;
    const now = Date.now();
    const created_at = createdAt ?? now;
    const noteId = await this.database.unit(async (unit) => {
      const inserted = await unit.insert(INSERT_NOTE, {
        noteable_type: type,
        noteable_id: id,
        project: project_id,
        author: author.id,
        body,
        system: false,
        created_at,
        updated_at: now,
      });
      await recordEvent(unit, {
        authorId: author.id,
        projectId: project_id,
        action: 'commented on',
        subject: { type, id },
        noteId: inserted,
        createdAt: created_at,
      });
      // Last, for whoever else writes on it waits from here until the commit: docs/decisions/0014.
      if ((await unit.write(TOUCH[type], { id, now })) === 0)
        throw new NotFound(NOTEABLE_NAMES[type]);
      return inserted;
    });
    return {
      id: noteId,
      body,
      is_system: 0,
      created_at,
      updated_at: now,
      noteable_id: id,
      noteable_type: type,
      author_id: author.id,
      author_username: author.username,
      author_email: author.email,
      author_name: author.name,
      author_state: author.state,
      author_created_at: author.created_at,
    };
  }
}

const under = ({ type, id }: Noteable) => ({ noteable_type: type, noteable_id: id });

function mayChange(actor: Actor, { level }: SeenNoteable, note: NoteRow): boolean {
  return note.author_id === actor.id || level >= Level.master;
}
