import { Injectable } from '@nestjs/common';
import type { AwardableKey } from '../awards/awards.repository.js';
import { AwardsRepository } from '../awards/awards.repository.js';
import { emojiNamed } from '../awards/emoji.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { allRows, RowsOfTime } from './equal-rows.js';
import { ImportEvents } from './import-events.service.js';
import { ImportHolds } from './import-holds.service.js';
import { ImportRepository, ROWS_AT_ONCE } from './import.repository.js';
import { NOT_YET, type CurrentItem, type ImportBatch } from './import-batch.js';
import type { LineOutcome } from './import-run.js';
import type { LineOf } from './lines.js';

/** Imports notes and award emoji. */
@Injectable()
export class ImportConversations {
  constructor(
    private readonly rows: ImportRepository,
    private readonly notes: NotesRepository,
    private readonly awards: AwardsRepository,
    private readonly holds: ImportHolds,
    private readonly events: ImportEvents,
  ) {}

  async note(batch: ImportBatch, line: LineOf<'note'>): Promise<LineOutcome> {
    const item = batch.item(line);
    const authorId = batch.user(line.author);
    const { body, system, created_at, number } = line;
    const before = batch.place.notes.count(created_at, authorId, body);
    const createdAt = Date.parse(created_at);
    const existing = item.id === NOT_YET ? [] : await this.storedNotes(batch, item, line, authorId);
    const id = existing[before];
    const note = (batch.place.note = { number, id: id ?? NOT_YET });
    batch.run.firstLines.enterAwardable();
    if (id !== undefined) return 'present';
    if (batch.isFirstPass) return 'created';
    await this.holds.user(batch, line.author);
    await this.holdItem(batch, item);
    const row = { authorId, body, system, createdAt, updatedAt: Date.parse(line.updated_at) };
    note.id = await batch.of(this.notes).add(item, row);
    await this.events.recordNote(batch, item, line, note.id);
    return 'created';
  }

  async award(batch: ImportBatch, line: LineOf<'award_emoji'>): Promise<LineOutcome> {
    const item = batch.item(line);
    const name = emojiNamed(line.name);
    if (name === null) throw batch.wrong(`the emoji ${line.name} is unknown`);
    const { type, id } = this.awardable(batch, line, item);
    const userId = batch.person(line.user);
    batch.requireUnique('award emoji', `${line.user} ${name}`, `${name} of ${line.user}`);
    if (id !== NOT_YET && (await batch.of(this.rows).hasAward(type, id, userId, name)))
      return 'present';
    if (batch.isFirstPass)
      return batch.isFirst('award emoji here', JSON.stringify([batch.identity(line.user), name]))
        ? 'created'
        : 'present';
    await this.holds.user(batch, line.user);
    await this.holdItem(batch, item);
    if (type === 'Note')
      await batch.hold(`the note ${id} of ${line.project}`, () => batch.of(this.notes).lockRow(id));
    const times = {
      createdAt: Date.parse(line.created_at),
      updatedAt: Date.parse(line.updated_at),
    };
    await batch
      .of(this.awards)
      .add({ awardableType: type, awardableId: id, userId, name, ...times });
    return 'created';
  }

  /** The ids of the author's notes of this time with this body, oldest first. */
  private async storedNotes(
    batch: ImportBatch,
    item: CurrentItem,
    { created_at, body }: LineOf<'note'>,
    author: number,
  ): Promise<readonly number[]> {
    const { place } = batch;
    if (place.storedNotes?.at !== created_at) {
      const stored = new RowsOfTime(created_at);
      const rows = batch.of(this.rows);
      const read = (after: number) => rows.notesOfTime(item, Date.parse(created_at), after);
      for await (const row of allRows(ROWS_AT_ONCE, read))
        stored.add(row.id, row.author_id, row.body);
      place.storedNotes = stored;
    }
    return place.storedNotes.find(author, body);
  }

  private async holdItem(batch: ImportBatch, item: CurrentItem): Promise<void> {
    await this.holds.project(batch);
    await this.holds.item(batch, item);
  }

  private awardable(
    batch: ImportBatch,
    { note }: LineOf<'award_emoji'>,
    { type, id }: CurrentItem,
  ): AwardableKey {
    if (note === null && batch.place.note)
      throw batch.wrong('it follows a note, and is of the item before it');
    if (note === null) return { type, id };
    if (batch.place.note?.number !== note) throw batch.wrong('it does not follow its note');
    return { type: 'Note', id: batch.place.note.id };
  }
}
