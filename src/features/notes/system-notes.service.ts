import { Injectable } from '@nestjs/common';
import type { Noteable } from '../../core/event-recording/noteable.js';
import { SystemNotes } from '../../core/event-recording/system-notes.js';
import { currentTime } from '../../database/clock.js';
import type { Unit } from '../../database/unit.js';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import { NotesRepository } from './notes.repository.js';

@Injectable()
export class SystemNotesService extends SystemNotes {
  constructor(
    private readonly notes: NotesRepository,
    private readonly lifecycle: Lifecycle,
  ) {
    super();
  }

  async write(unit: Unit, noteable: Noteable, authorId: number, body: string): Promise<void> {
    const now = currentTime();
    const note = { authorId, body, system: true, createdAt: now, updatedAt: now };
    const id = await unit.withRepository(this.notes).add(noteable, note);
    const { type, id: noteableId, project_id: projectId } = noteable;
    // The author of a system note is the user whose change it describes.
    const by = { caller: { id: authorId }, person: { id: authorId } };
    const on = { projectId, noteable: { type, id: noteableId } };
    const payload = { id, ...on, authorId, system: true, body };
    this.lifecycle.announce(unit, 'forgenote.note.created', by, payload);
  }
}
