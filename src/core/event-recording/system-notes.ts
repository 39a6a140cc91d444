import type { Unit } from '../../database/unit.js';
import type { Noteable } from './noteable.js';

/** Writes system notes, such as `closed`. Declared here for issues and merge requests; `features/notes/` provides it. */
export abstract class SystemNotes {
  /** Adds the note to the unit of the change it describes. */
  abstract write(unit: Unit, noteable: Noteable, authorId: number, body: string): Promise<void>;
}
