import type { Plan } from './calls.js';
import {
  addEmail,
  addKey,
  listEmails,
  listKeys,
  removeEmail,
  removeKey,
} from './plans/addresses.js';
import { getOrWithdrawAward, giveAward, listAwards } from './plans/awards.js';
import { createNote, deleteNote, getNote, listNotes, updateNote } from './plans/notes.js';
import {
  blockOrUnblock,
  createUser,
  deleteUser,
  getUser,
  listEvents,
  listUsers,
  updateUser,
} from './plans/people.js';
import {
  addMember,
  changeMember,
  createProject,
  deleteProject,
  getOrRemoveMember,
  getProject,
  listMembers,
  listProjects,
  updateProject,
} from './plans/projects.js';
import { createThing, deleteThing, getThing, listThings, updateThing } from './plans/things.js';

/** What can be done, by how often it is, of a hundred times. */
const OFTEN: [times: number, plans: Record<string, Plan>][] = [
  [8, { createThing, createNote }],
  [6, { updateThing, addMember, listNotes, listThings }],
  [4, { listEvents, giveAward, getThing, getNote, updateNote }],
  [3, { createProject, updateProject, deleteNote, listAwards, getOrWithdrawAward }],
  [2, { getProject, listProjects, changeMember, getOrRemoveMember, listMembers, deleteThing }],
  [2, { updateUser, blockOrUnblock, getUser, listUsers }],
  [1, { deleteProject, createUser, deleteUser }],
  [1, { addEmail, removeEmail, listEmails, addKey, removeKey, listKeys }],
];

export const VERBS = new Map(OFTEN.flatMap(([, plans]) => Object.entries(plans)));
export const VERBS_BY_FREQUENCY: string[] = OFTEN.flatMap(([times, plans]) =>
  Object.keys(plans).flatMap((name) => Array.from({ length: times }, () => name)),
);
