import { ISSUE, MERGE_REQUEST, SNIPPET, type NoteableKind } from '../support/noteables.js';

/** A kind of thing that emoji are given to. */
export interface AwardableKind {
  type: NoteableKind['type'] | 'Note';
  /** One of it below a project, there or not. */
  path: string;
  make: NoteableKind['make'];
}

const itself = ({ type, path, make }: NoteableKind): AwardableKind => ({
  ...{ type, path: `${path}/1`, make },
});
const noteOn = ({ path, make }: NoteableKind): AwardableKind => ({
  type: 'Note',
  path: `${path}/1/notes/1`,
  make: async (seed, project, author) => seed.note(await make(seed, project, author), author),
});

export const TO_ISSUE = itself(ISSUE);
export const TO_SNIPPET = itself(SNIPPET);
export const TO_MERGE_REQUEST = itself(MERGE_REQUEST);
export const TO_ISSUE_NOTE = noteOn(ISSUE);
export const TO_SNIPPET_NOTE = noteOn(SNIPPET);
export const TO_MERGE_REQUEST_NOTE = noteOn(MERGE_REQUEST);
