import type { Kind, Person, Project, Noteable, World } from '../model.js';
import {
  answered,
  collectionOf,
  created,
  FORBIDDEN,
  hiddenProject,
  hiddenNoteable,
  listed,
  pathOf,
  type Chooser,
  type RequestParameters,
  type Plan,
} from '../calls.js';
import { DEVELOPER, levelOf, mayDelete, mayUpdate, REPORTER, seesNoteable } from '../rights.js';
import { noteableView } from '../views.js';
import { inProject } from './projects.js';

export const KINDS: Kind[] = ['Issue', 'Snippet', 'MergeRequest'];
const TITLES = ['One', 'Two', 'Three', 'ünï 😀'];
/** The access levels needed to create one and to assign it. */
const LOWEST = { Issue: 0, Snippet: REPORTER, MergeRequest: DEVELOPER };
const ASSIGNING = { Issue: REPORTER, Snippet: Infinity, MergeRequest: DEVELOPER };

/** Picks a noteable for a plan, or creates the first one. */
export const onNoteable =
  (plan: (noteable: Noteable) => Plan): Plan =>
  (world, caller, pick) => {
    const noteable = pick.latest(world.noteables);
    return (noteable ? plan(noteable) : createNoteable)(world, caller, pick);
  };

export const createNoteable = inProject((project) => (world, caller, pick) => {
  const type = pick.of(KINDS);
  const noteable = newNoteable(project, caller, type, pick);
  const level = levelOf(caller, project);
  const assignee = type !== 'Snippet' && pick.oneIn(3) ? pick.of(world.cast) : null;
  if (level >= ASSIGNING[type]) noteable.assignee = assignee;
  const apply = ({ id }: { id: number }) => {
    world.noteables.push(Object.assign(noteable, { id, iid: world.nextIid(project, type) }));
    if (type !== 'Snippet') world.recordEvent(caller, project, 'opened', noteable);
  };
  return {
    method: 'POST',
    path: collectionOf(project, type),
    parameters: { ...givenFor(noteable), ...(assignee ? { assignee_id: assignee.id } : {}) },
    expected:
      hiddenProject(caller, project) ??
      (level >= LOWEST[type] ? created(() => noteableView(noteable), apply) : FORBIDDEN),
  };
});

const newNoteable = (project: Project, author: Person, type: Kind, pick: Chooser): Noteable => ({
  ...{ type, id: 0, iid: 0, project, author, assignee: null, isDeleted: false },
  ...{ title: pick.of(TITLES), description: null, state: 'opened', code: pick.of(TITLES) },
  confidential: type === 'Issue' && pick.oneIn(3),
  visibility: pick.of([0, 10, 20]),
});

const givenFor = ({ type, title, confidential, visibility, code }: Noteable) => ({
  title,
  ...(type === 'Issue' ? { confidential } : {}),
  ...(type === 'Snippet' ? { file_name: 'a.rb', code, visibility_level: visibility } : {}),
  ...(type === 'MergeRequest' ? { source_branch: 'topic', target_branch: 'master' } : {}),
});

export const getNoteable = onNoteable((noteable) => (_, caller, pick) => {
  const isRaw = noteable.type === 'Snippet' && pick.oneIn(2);
  return {
    method: 'GET',
    path: `${pathOf(noteable)}${isRaw ? '/raw' : ''}`,
    expected:
      hiddenNoteable(caller, noteable) ??
      answered(() => (isRaw ? noteable.code : noteableView(noteable))),
  };
});

interface Changes {
  title?: string;
  description?: string;
  state_event?: string;
  assignee_id?: number;
  confidential?: boolean;
  visibility_level?: number;
}

const STATES: Record<string, Record<string, string>> = {
  close: { opened: 'closed', reopened: 'closed' },
  reopen: { closed: 'reopened' },
  merge: { opened: 'merged', reopened: 'merged' },
};

export const updateNoteable = onNoteable((noteable) => (world, caller, pick) => {
  const changes = changesTo(noteable, world, pick);
  const isDeveloper = levelOf(caller, noteable.project) >= DEVELOPER;
  return {
    method: 'PUT',
    path: pathOf(noteable),
    parameters: { ...changes },
    expected:
      hiddenNoteable(caller, noteable) ??
      (mayUpdate(caller, noteable) ? null : FORBIDDEN) ??
      (changes.state_event === 'merge' && !isDeveloper ? FORBIDDEN : null) ??
      answered(
        () => noteableView(noteable),
        () => {
          change(world, caller, noteable, changes);
        },
      ),
  };
});

function changesTo({ type, state }: Noteable, world: World, pick: Chooser): Changes {
  const title = { title: pick.of(TITLES) };
  if (type === 'Snippet') return pick.of([title, { visibility_level: pick.of([0, 10, 20]) }]);
  const assignee = pick.of([null, ...world.cast]);
  const events = ['close', 'reopen', ...(type === 'MergeRequest' ? ['merge'] : [])];
  const all: Changes[] = [
    { state_event: state === 'closed' ? 'reopen' : 'close' },
    { state_event: pick.of(events) },
    title,
    { assignee_id: assignee?.id ?? 0 },
    { description: pick.of(['About', '']) },
    ...(type === 'Issue' ? [{ confidential: pick.of([true, false]) }] : []),
  ];
  return { ...pick.of(all), ...pick.of(all) };
}

/** The service writes its notes in this order: title, assignee, state. */
function change(world: World, caller: Person, noteable: Noteable, changes: Changes): void {
  const { title = noteable.title, description, confidential, visibility_level } = changes;
  if (title !== noteable.title && noteable.type !== 'Snippet') {
    world.addSystemNote(
      noteable,
      caller,
      `changed title from **${noteable.title}** to **${title}**`,
    );
  }
  noteable.title = title;
  if (description !== undefined) noteable.description = description || null;
  noteable.confidential = confidential ?? noteable.confidential;
  noteable.visibility = visibility_level ?? noteable.visibility;
  const isAssigning = levelOf(caller, noteable.project) >= ASSIGNING[noteable.type];
  if (isAssigning && changes.assignee_id !== undefined) {
    const assignee = world.cast.find(({ id }) => id === changes.assignee_id) ?? null;
    const isNew = assignee !== noteable.assignee;
    if (assignee && isNew)
      world.addSystemNote(noteable, caller, `assigned to @${assignee.username}`);
    noteable.assignee = assignee;
  }
  const state = STATES[changes.state_event ?? '']?.[noteable.state];
  if (state === undefined) return;
  noteable.state = state;
  world.addSystemNote(noteable, caller, state);
  const action = { closed: 'closed', reopened: 'opened', merged: 'accepted' }[state] ?? '';
  world.recordEvent(caller, noteable.project, action, noteable);
}

export const deleteNoteable = onNoteable((noteable) => (_, caller) => ({
  method: 'DELETE',
  path: pathOf(noteable),
  expected:
    hiddenNoteable(caller, noteable) ??
    (mayDelete(caller, noteable)
      ? answered(
          () => noteableView(noteable),
          () => void (noteable.isDeleted = true),
        )
      : FORBIDDEN),
}));

const FILTERS: Record<string, (state: string) => boolean> = {
  all: () => true,
  opened: (state) => state === 'opened' || state === 'reopened',
  closed: (state) => state === 'closed',
  merged: (state) => state === 'merged',
};

export const listNoteables = inProject((project) => (world, caller, pick) => {
  const type = pick.of(KINDS);
  const sort = pick.of(['desc', 'asc']);
  const states = type === 'MergeRequest' ? Object.keys(FILTERS) : ['all', 'opened', 'closed'];
  const state = pick.of(states);
  const isPlain = type === 'Snippet';
  const found = world.noteables.filter(
    (one) =>
      one.project === project &&
      one.type === type &&
      seesNoteable(caller, one) &&
      (isPlain || FILTERS[state]?.(one.state)),
  );
  const path = collectionOf(project, type);
  const parameters: RequestParameters = isPlain ? {} : { sort, state };
  const ordered = isPlain || sort === 'desc' ? found.reverse() : found;
  const list = listed(pick, { path, parameters }, ordered, noteableView);
  return { ...list, expected: hiddenProject(caller, project) ?? list.expected };
});
