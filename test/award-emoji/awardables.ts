import { NOTEABLES, type NoteableKind } from '../support/noteables.js';

/** A kind of resource that emoji are given to. */
export interface AwardableKind {
  type: NoteableKind['type'] | 'Note';
  /** Its path template below a project. */
  route: string;
  make: NoteableKind['make'];
}

/** Issues, snippets, merge requests and the notes on each. */
export const AWARDABLES: AwardableKind[] = NOTEABLES.flatMap(({ type, route, make }) => [
  { type, route, make },
  {
    type: 'Note',
    route: `${route}/notes/:note_id`,
    make: async (seed, project, author) => seed.note(await make(seed, project, author), author),
  },
]);
