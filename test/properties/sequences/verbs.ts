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
import {
  createNoteable,
  deleteNoteable,
  getNoteable,
  listNoteables,
  updateNoteable,
} from './plans/noteables.js';

interface Verb {
  plan: Plan;
  /** The caller is an administrator most of the time. */
  isAdministration: boolean;
}

/** Plans with their weights, which add up to about 100. */
const OFTEN: [times: number, plans: Record<string, Plan>][] = [
  [8, { createNoteable, createNote }],
  [6, { updateNoteable, addMember, listNotes, listNoteables }],
  [4, { listEvents, giveAward, getNoteable, getNote, updateNote }],
  [3, { createProject, updateProject, deleteNote, listAwards, getOrWithdrawAward }],
  [2, { getProject, listProjects, changeMember, getOrRemoveMember, listMembers, deleteNoteable }],
  [2, { getUser, listUsers }],
  [1, { deleteProject, addEmail, removeEmail, listEmails, addKey, removeKey, listKeys }],
];
const ADMINISTRATION: typeof OFTEN = [
  [3, { updateUser, blockOrUnblock }],
  [5, { deleteUser }],
  [1, { createUser }],
];

const verbs = (rows: typeof OFTEN, isAdministration: boolean) =>
  rows.flatMap(([times, plans]) =>
    Object.entries(plans).map(([name, plan]) => ({ name, times, plan, isAdministration })),
  );
const ALL = [...verbs(OFTEN, false), ...verbs(ADMINISTRATION, true)];

export const VERBS: ReadonlyMap<string, Verb> = new Map(ALL.map((verb) => [verb.name, verb]));
export const VERBS_BY_FREQUENCY: string[] = ALL.flatMap(({ name, times }) =>
  Array.from({ length: times }, () => name),
);
