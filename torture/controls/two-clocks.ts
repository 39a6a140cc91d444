/** A service that takes the two times of a note from clocks that differ. */
import { NotesRepository } from '../../src/features/notes/notes.repository.js';

const AHEAD_MS = 60_000;

type Add = (this: unknown, noteable: unknown, note: { createdAt: number }) => Promise<number>;
const prototype = NotesRepository.prototype as unknown as { add: Add };
const { add } = prototype;

prototype.add = function (noteable, note) {
  return add.call(this, noteable, { ...note, createdAt: note.createdAt + AHEAD_MS });
};
