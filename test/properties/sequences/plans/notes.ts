import type { Note, Thing, World } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  hiddenNote,
  hiddenThing,
  listed,
  notePath,
  notFound,
  pathOf,
  type Call,
  type Plan,
} from '../calls.js';
import { mayChangeNote } from '../rights.js';
import { noteView, singleNoteView } from '../views.js';
import { giving } from './awards.js';
import { toThing } from './things.js';

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
export const toNote =
  (plan: (note: Note) => Plan): Plan =>
  (world, by, pick) => {
    const note = pick.latest(world.notes.filter(({ id }) => id !== 0));
    return (note ? plan(note) : createNote)(world, by, pick);
  };

export const createNote = toThing((thing) => (world, by, pick): Call => {
  const [body, name] = pick.of(BODIES);
  const isOwnVote = name?.startsWith('thumbs') && thing.author === by;
  const request = { method: 'POST', path: `${pathOf(thing)}/notes`, given: { body } } as const;
  if (name !== undefined && !isOwnVote) {
    return { ...request, expected: hiddenThing(by, thing) ?? giving(world, by, thing, name) };
  }
  const note: Note = {
    type: 'Note',
    id: 0,
    on: thing,
    author: by,
    body,
    system: false,
    gone: false,
  };
  const apply = ({ id }: { id: number }) => {
    world.notes.push(Object.assign(note, { id }));
    world.tell(by, thing.project, 'commented on', thing, note);
  };
  return { ...request, expected: hiddenThing(by, thing) ?? created(() => noteView(note), apply) };
});

export const getNote = toNote((note) => (world, by, pick) => {
  const elsewhere = pick.oneIn(5) ? world.things.find((one) => one !== note.on) : undefined;
  if (elsewhere) {
    const path = `${pathOf(elsewhere)}/notes/${note.id}`;
    return { method: 'GET', path, expected: hiddenThing(by, elsewhere) ?? notFound('Note') };
  }
  return {
    method: 'GET',
    path: notePath(note),
    expected: hiddenNote(by, note) ?? answered(() => singleNoteView(note)),
  };
});

export const updateNote = toNote((note) => (_, by, pick) => {
  const [body] = pick.of(BODIES);
  return {
    method: 'PUT',
    path: notePath(note),
    given: { body },
    expected:
      hiddenNote(by, note) ??
      (mayChangeNote(by, note)
        ? answered(
            () => noteView(note),
            () => void (note.body = body),
          )
        : FORBIDDEN),
  };
});

export const deleteNote = toNote((note) => (_, by) => ({
  method: 'DELETE',
  path: notePath(note),
  expected:
    hiddenNote(by, note) ??
    (mayChangeNote(by, note)
      ? answered(
          () => noteView(note),
          () => void (note.gone = true),
        )
      : FORBIDDEN),
}));

export const listNotes = toThing((thing) => (world, by, pick) => {
  const sort = pick.of(['asc', 'desc']);
  const notes = notesOn(world, thing);
  const path = `${pathOf(thing)}/notes`;
  const list = listed(
    pick,
    { path, given: { sort } },
    sort === 'asc' ? notes : notes.reverse(),
    noteView,
  );
  return { ...list, expected: hiddenThing(by, thing) ?? list.expected };
});

const notesOn = ({ notes }: World, thing: Thing): Note[] =>
  notes.filter((note) => note.on === thing && !note.gone);
