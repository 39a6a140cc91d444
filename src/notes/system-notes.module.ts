import { Global, Injectable, Module } from '@nestjs/common';
import type { Noteable } from '../activity/noteable.js';
import { SystemNotes } from '../activity/system-notes.js';
import type { Unit } from '../database/unit.js';
import { addSystemNote } from './system-note.js';

@Injectable()
class NoteSystemNotes extends SystemNotes {
  write(unit: Unit, noteable: Noteable, authorId: number, body: string): Promise<void> {
    return addSystemNote(unit, noteable, authorId, body);
  }
}

/** Provides `SystemNotes` to issues and merge requests. */
@Global()
@Module({
  providers: [{ provide: SystemNotes, useClass: NoteSystemNotes }],
  exports: [SystemNotes],
})
export class SystemNotesModule {}
