import type { Note, Noteable, World } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  hiddenNote,
  hiddenNoteable,
  listed,
  notePath,
  notFound,
  pathOf,
  type Call,
  type Plan,
} from '../calls.js';
import { mayChangeNote } from '../rights.js';
import { noteView, singleNoteView } from '../views.js';
import { awardResponse } from './awards.js';
import { onNoteable } from './noteables.js';

/** A body, and the emoji if it creates an award instead of a note. */
const BODIES: [body: string, award?: string][] = [
  ['Hello'],
  ['Grüße, 😀\nund  mehr '],
  [':tada:', 'tada'],
  [' 🎉\n', 'tada'],
  [':+1:', 'thumbsup'],
  [':-1:', 'thumbsdown'],
  ['A :tada: within'],
];

/** Picks a user's note for a plan, or creates the first one. */
export const onNote =
  (plan: (note: Note) => Plan): Plan =>
  (world, caller, pick) => {
    const note = pick.latest(world.notes.filter(({ id }) => id !== 0));
    return (note ? plan(note) : createNote)(world, caller, pick);
  };

export const createNote = onNoteable((noteable) => (world, caller, pick): Call => {
  const [body, name] = pick.of(BODIES);
  const isOwnVote = name?.startsWith('thumbs') && noteable.author === caller;
  const request = {
    method: 'POST',
    path: `${pathOf(noteable)}/notes`,
    parameters: { body },
  } as const;
  if (name !== undefined && !isOwnVote) {
    return {
      ...request,
      expected: hiddenNoteable(caller, noteable) ?? awardResponse(world, caller, noteable, name),
    };
  }
  const note: Note = {
    type: 'Note',
    id: 0,
    noteable: noteable,
    author: caller,
    body,
    system: false,
    isDeleted: false,
  };
  const apply = ({ id }: { id: number }) => {
    world.notes.push(Object.assign(note, { id }));
    world.recordEvent(caller, noteable.project, 'commented on', noteable, note);
  };
  return {
    ...request,
    expected: hiddenNoteable(caller, noteable) ?? created(() => noteView(note), apply),
  };
});

export const getNote = onNote((note) => (world, caller, pick) => {
  const elsewhere = pick.oneIn(5)
    ? world.noteables.find((one) => one !== note.noteable)
    : undefined;
  if (elsewhere) {
    const path = `${pathOf(elsewhere)}/notes/${note.id}`;
    return { method: 'GET', path, expected: hiddenNoteable(caller, elsewhere) ?? notFound('Note') };
  }
  return {
    method: 'GET',
    path: notePath(note),
    expected: hiddenNote(caller, note) ?? answered(() => singleNoteView(note)),
  };
});

export const updateNote = onNote((note) => (_, caller, pick) => {
  const [body] = pick.of(BODIES);
  return {
    method: 'PUT',
    path: notePath(note),
    parameters: { body },
    expected:
      hiddenNote(caller, note) ??
      (mayChangeNote(caller, note)
        ? answered(
            () => noteView(note),
            () => void (note.body = body),
          )
        : FORBIDDEN),
  };
});

export const deleteNote = onNote((note) => (_, caller) => ({
  method: 'DELETE',
  path: notePath(note),
  expected:
    hiddenNote(caller, note) ??
    (mayChangeNote(caller, note)
      ? answered(
          () => noteView(note),
          () => void (note.isDeleted = true),
        )
      : FORBIDDEN),
}));

export const listNotes = onNoteable((noteable) => (world, caller, pick) => {
  const sort = pick.of(['asc', 'desc']);
  const notes = notesOn(world, noteable);
  const path = `${pathOf(noteable)}/notes`;
  const list = listed(
    pick,
    { path, parameters: { sort } },
    sort === 'asc' ? notes : notes.reverse(),
    noteView,
  );
  return { ...list, expected: hiddenNoteable(caller, noteable) ?? list.expected };
});

const notesOn = ({ notes }: World, noteable: Noteable): Note[] =>
  notes.filter((note) => note.noteable === noteable && !note.isDeleted);
