import { Injectable } from '@nestjs/common';
import type { Noteable } from '../activity/noteable.js';
import { SystemNotes } from '../activity/system-notes.js';
import { currentTime } from '../database/clock.js';
import type { Unit } from '../database/unit.js';
import { NotesRepository } from './notes.repository.js';

@Injectable()
export class SystemNotesService extends SystemNotes {
  constructor(private readonly notes: NotesRepository) {
    super();
  }

  async write(unit: Unit, noteable: Noteable, authorId: number, body: string): Promise<void> {
    const now = currentTime();
    const note = { authorId, body, system: true, createdAt: now, updatedAt: now };
    await unit.withRepository(this.notes).add(noteable, note);
  }
}
