import { NOTEABLES, type NoteableKind } from '../support/noteables.js';

/** A kind of resource that emoji are given to. */
export interface AwardableKind {
  type: NoteableKind['type'] | 'Note';
  /** Its path template below a project. */
  awardable: string;
  make: NoteableKind['make'];
}

/** Issues, snippets, merge requests and the notes on each. */
export const AWARDABLES: AwardableKind[] = NOTEABLES.flatMap(({ type, noteable, make }) => [
  { type, awardable: noteable, make },
  {
    type: 'Note',
    awardable: `${noteable}/notes/:note_id`,
    make: async (seed, project, author) => seed.note(await make(seed, project, author), author),
  },
]);
