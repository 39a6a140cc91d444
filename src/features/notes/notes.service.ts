import { Injectable } from '@nestjs/common';
import { EventRecorder } from '../../core/event-recording/event-recorder.js';
import type { Noteable } from '../../core/event-recording/noteable.js';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { Limits } from '../../core/auth/limits.js';
import { hotOrChecked } from '../../core/auth/rights-changed.js';
import { Level } from '../../core/auth/levels.js';
import type { AwardRow } from '../awards/awards.repository.js';
import { AwardsService, isOwnVote } from '../awards/awards.service.js';
import { onlyEmoji } from '../awards/emoji.js';
import { currentTime } from '../../database/clock.js';
import { Database, type Unit } from '../../database/database.js';
import type { RequestScope } from '../../database/request-scope.js';
import { DeletionService } from '../../core/deletion/deletion.service.js';
import { NotFound } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page } from '../../http/pagination/page.js';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import { NoteablesService, type VisibleNoteable } from '../noteables/noteables.service.js';
import type { NoteableRef } from '../noteables/path-noteable.js';
import { SnippetsService } from '../snippets/snippets.service.js';
import type { VisibleSnippet } from '../snippets/snippets.repository.js';
import type { CreateNoteInput, ListNotesParams, UpdateNoteInput } from './note.dto.js';
import { NotesRepository, type NoteRow } from './notes.repository.js';

/** A note with its noteable, which the actor may see. */
export interface FoundNote {
  noteable: VisibleNoteable;
  note: NoteRow;
}

type AnnouncedNote = Pick<NoteRow, 'id' | 'body' | 'is_system' | 'author_id'>;

/** Notes on issues, snippets and merge requests. Each method finds the noteable first, which the actor must see. */
@Injectable()
export class NotesService {
  constructor(
    private readonly database: Database,
    private readonly notes: NotesRepository,
    private readonly noteables: NoteablesService,
    private readonly snippets: SnippetsService,
    private readonly awards: AwardsService,
    private readonly events: EventRecorder,
    private readonly deletions: DeletionService,
    private readonly limits: Limits,
    private readonly audit: AuditTrail,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** @throws NotFound the actor cannot see the project or the noteable */
  async list(
    actor: Actor,
    ref: NoteableRef,
    input: Input<ListNotesParams>,
  ): Promise<Page<NoteRow>> {
    const noteable = await this.noteables.get(actor, ref);
    const params = input.read();
    return this.notes.list(noteable, params, params.sort ?? 'asc');
  }

  /** A note on a snippet, with the snippet. */
  async getWithSnippet(
    actor: Actor,
    { project, id: snippetId }: NoteableRef,
    id: number,
  ): Promise<{ note: NoteRow; snippet: VisibleSnippet }> {
    const snippet = await this.snippets.get(actor, project, snippetId);
    const note = await this.notes.findOn({ type: 'Snippet', ...snippet }, id);
    if (!note) throw new NotFound('Note');
    return { note, snippet };
  }

  /** @throws NotFound the actor cannot see the project or the noteable, or the noteable does not have the note */
  async find(actor: Actor, ref: NoteableRef, id: number): Promise<FoundNote> {
    const found = await this.notes.findWithNoteable(actor, ref, id);
    if (!found) return this.noteables.notFound(actor, ref);
    const { noteable, note } = found;
    if (!note) throw new NotFound('Note');
    return { noteable, note };
  }

  /** Like `find`, for operations that write. */
  async findToWrite(actor: Actor, ref: NoteableRef, id: number): Promise<FoundNote> {
    const { noteable, note } = await this.find(actor, ref, id);
    return { noteable: await this.noteables.getToWrite(actor, ref, noteable), note };
  }

  /** Creates a note, or an award if the body is exactly one emoji. */
  async create(
    actor: Actor,
    ref: NoteableRef,
    input: Input<CreateNoteInput>,
  ): Promise<{ note: NoteRow } | { award: AwardRow }> {
    const noteable = await this.noteables.getToWrite(actor, ref);
    const { body, created_at } = input.read({
      ignore: actor.mayChooseTime(noteable) ? [] : ['created_at'],
    });
    if (created_at !== undefined) actor.require(() => actor.mayChooseTime(noteable));
    await this.limits.countNote(actor.scope, actor.id);
    const emoji = onlyEmoji(body);
    if (emoji !== null && !isOwnVote(actor, noteable, emoji))
      return { award: await this.awards.give(actor, noteable, emoji) };
    return { note: await this.insert(actor, noteable, body, created_at) };
  }

  async update(
    actor: Actor,
    ref: NoteableRef,
    id: number,
    input: Input<UpdateNoteInput>,
  ): Promise<NoteRow> {
    const { noteable, note } = await this.findToWrite(actor, ref, id);
    actor.require(() => note.is_system === 0 && isAuthorOrMaster(actor, noteable, note));
    const { body } = input.read();
    const { type, project_id: project } = noteable;
    let now = Math.max(currentTime(), note.updated_at);
    const change = (notes: NotesRepository) => notes.changeBody(actor, type, id, { body, now });
    // The statement checks the rights, but not of the caller behind sudo. If it changes nothing, the unit finds out why.
    const isAudited = actor.sudo || (actor.isAdmin && note.author_id !== actor.id);
    if (isAudited || !(await change(this.notes)))
      await this.database.unit(actor.scope, async (unit) => {
        const notes = unit.withRepository(this.notes);
        const stored = await notes.lockRow(id);
        // A concurrent request, perhaps of an instance with another clock, may have stored a later time.
        now = Math.max(now, stored?.updated_at ?? 0);
        if (!stored || !(await change(notes))) throw new NotFound('Note');
        const place = { project, noteable: { type, id: noteable.id } };
        await this.audit.recordUpdate(unit, actor, 'note', note, { ...place, given: { body } });
      });
    const changed = Object.assign(note, { body, updated_at: now });
    this.announce(actor.scope, 'updated', actor, noteable, changed);
    return changed;
  }

  async remove(actor: Actor, ref: NoteableRef, id: number): Promise<NoteRow> {
    const { noteable, note } = await this.findToWrite(actor, ref, id);
    actor.require(() =>
      note.is_system === 1
        ? noteable.level >= Level.master
        : isAuthorOrMaster(actor, noteable, note),
    );
    const { type, id: noteableId, project_id: project } = noteable;
    const place = { project, noteable: { type, id: noteableId } };
    const after = async (unit: Unit) => {
      await this.audit.recordDeletion(unit, actor, 'note', note, place);
      this.announce(unit, 'deleted', actor, noteable, note);
    };
    if (!(await this.deletions.delete(actor.scope, 'Note', note.id, { after })))
      throw new NotFound('Note');
    return note;
  }

  private announce(
    at: Unit | RequestScope,
    change: 'created' | 'updated' | 'deleted',
    actor: Actor,
    { type, id: noteableId, project_id: projectId }: Noteable,
    { id, body, is_system, author_id: authorId }: AnnouncedNote,
  ): void {
    const noteable = { type, id: noteableId };
    const system = is_system === 1;
    const payload = { id, projectId, noteable, authorId, system, body };
    this.lifecycle.announce(at, `forgenote.note.${change}`, actor, payload);
  }

  private async insert(
    actor: Actor,
    noteable: VisibleNoteable,
    body: string,
    givenTime?: number,
  ): Promise<NoteRow> {
    const { type, id: noteableId, project_id: projectId } = noteable;
    const now = currentTime();
    const createdAt = givenTime ?? now;
    const note = { authorId: actor.id, body, system: false, createdAt, updatedAt: now };
    const work = async (unit: Unit) => {
      const noteId = await unit.withRepository(this.notes).add(noteable, note);
      await this.events.record(unit, {
        authorId: actor.id,
        projectId,
        action: 'commented on',
        subject: { type, id: noteableId },
        noteId,
        createdAt,
      });
      const subject = { type: 'note', id: noteId } as const;
      const place = { project: projectId, noteable: { type, id: noteableId } };
      const details = { ...place, created_at: givenTime };
      await this.audit.recordCreation(unit, actor, 'note.created', subject, details);
      // Last, because concurrent notes on the same noteable wait for this row lock (docs/decisions/0014).
      await this.noteables.touch(unit, actor, noteable, now);
      const created = { id: noteId, body, is_system: 0, author_id: actor.id };
      this.announce(unit, 'created', actor, noteable, created);
      return noteId;
    };
    const lock = (unit: Unit) => this.noteables.lock(unit, noteable);
    const checked = () => this.database.lockedUnit(actor.scope, lock, work);
    // `touch` checks the rights that an ordinary note needs, but neither the caller behind sudo nor the owner's right to
    // set the time.
    const isOrdinary = !actor.sudo && givenTime === undefined;
    const id = await (isOrdinary
      ? hotOrChecked(() => this.database.unitWithOwnChecks(actor.scope, work), checked)
      : checked());
    const author = actor.person;
    return {
      id,
      body,
      is_system: 0,
      created_at: createdAt,
      updated_at: now,
      noteable_id: noteableId,
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

function isAuthorOrMaster(actor: Actor, { level }: VisibleNoteable, note: NoteRow): boolean {
  return note.author_id === actor.id || level >= Level.master;
}
