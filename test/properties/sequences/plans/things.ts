import type { Kind, Person, Project, Thing, World } from '../model.js';
import {
  answered,
  collectionOf,
  created,
  FORBIDDEN,
  hiddenProject,
  hiddenThing,
  listed,
  pathOf,
  type Chooser,
  type Given,
  type Plan,
} from '../calls.js';
import { DEVELOPER, levelOf, mayDelete, mayUpdate, REPORTER, seesThing } from '../rights.js';
import { thingView } from '../views.js';
import { inProject } from './projects.js';

export const KINDS: Kind[] = ['Issue', 'Snippet', 'MergeRequest'];
const TITLES = ['One', 'Two', 'Three', 'ünï 😀'];
/** The access levels needed to create one and to assign it. */
const LOWEST = { Issue: 0, Snippet: REPORTER, MergeRequest: DEVELOPER };
const ASSIGNING = { Issue: REPORTER, Snippet: Infinity, MergeRequest: DEVELOPER };

/** Picks a noteable for a plan, or creates the first one. */
export const toThing =
  (plan: (thing: Thing) => Plan): Plan =>
  (world, by, pick) => {
    const thing = pick.latest(world.things);
    return (thing ? plan(thing) : createThing)(world, by, pick);
  };

export const createThing = inProject((project) => (world, by, pick) => {
  const type = pick.of(KINDS);
  const thing = newThing(project, by, type, pick);
  const level = levelOf(by, project);
  const assignee = type !== 'Snippet' && pick.oneIn(3) ? pick.of(world.cast) : null;
  if (level >= ASSIGNING[type]) thing.assignee = assignee;
  const apply = ({ id }: { id: number }) => {
    world.things.push(Object.assign(thing, { id, iid: world.nextIid(project, type) }));
    if (type !== 'Snippet') world.tell(by, project, 'opened', thing);
  };
  return {
    method: 'POST',
    path: collectionOf(project, type),
    given: { ...givenFor(thing), ...(assignee ? { assignee_id: assignee.id } : {}) },
    expected:
      hiddenProject(by, project) ??
      (level >= LOWEST[type] ? created(() => thingView(thing), apply) : FORBIDDEN),
  };
});

const newThing = (project: Project, author: Person, type: Kind, pick: Chooser): Thing => ({
  ...{ type, id: 0, iid: 0, project, author, assignee: null, gone: false },
  ...{ title: pick.of(TITLES), description: null, state: 'opened', code: pick.of(TITLES) },
  confidential: type === 'Issue' && pick.oneIn(3),
  visibility: pick.of([0, 10, 20]),
});

const givenFor = ({ type, title, confidential, visibility, code }: Thing) => ({
  title,
  ...(type === 'Issue' ? { confidential } : {}),
  ...(type === 'Snippet' ? { file_name: 'a.rb', code, visibility_level: visibility } : {}),
  ...(type === 'MergeRequest' ? { source_branch: 'topic', target_branch: 'master' } : {}),
});

export const getThing = toThing((thing) => (_, by, pick) => {
  const isRaw = thing.type === 'Snippet' && pick.oneIn(2);
  return {
    method: 'GET',
    path: `${pathOf(thing)}${isRaw ? '/raw' : ''}`,
    expected: hiddenThing(by, thing) ?? answered(() => (isRaw ? thing.code : thingView(thing))),
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

export const updateThing = toThing((thing) => (world, by, pick) => {
  const changes = changesTo(thing, world, pick);
  const isDeveloper = levelOf(by, thing.project) >= DEVELOPER;
  return {
    method: 'PUT',
    path: pathOf(thing),
    given: { ...changes },
    expected:
      hiddenThing(by, thing) ??
      (mayUpdate(by, thing) ? null : FORBIDDEN) ??
      (changes.state_event === 'merge' && !isDeveloper ? FORBIDDEN : null) ??
      answered(
        () => thingView(thing),
        () => {
          change(world, by, thing, changes);
        },
      ),
  };
});

function changesTo({ type, state }: Thing, world: World, pick: Chooser): Changes {
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
function change(world: World, by: Person, thing: Thing, changes: Changes): void {
  const { title = thing.title, description, confidential, visibility_level } = changes;
  if (title !== thing.title && thing.type !== 'Snippet') {
    world.addSystemNote(thing, by, `changed title from **${thing.title}** to **${title}**`);
  }
  thing.title = title;
  if (description !== undefined) thing.description = description || null;
  thing.confidential = confidential ?? thing.confidential;
  thing.visibility = visibility_level ?? thing.visibility;
  const isAssigning = levelOf(by, thing.project) >= ASSIGNING[thing.type];
  if (isAssigning && changes.assignee_id !== undefined) {
    const assignee = world.cast.find(({ id }) => id === changes.assignee_id) ?? null;
    const isNew = assignee !== thing.assignee;
    if (assignee && isNew) world.addSystemNote(thing, by, `assigned to @${assignee.username}`);
    thing.assignee = assignee;
  }
  const state = STATES[changes.state_event ?? '']?.[thing.state];
  if (state === undefined) return;
  thing.state = state;
  world.addSystemNote(thing, by, state);
  const action = { closed: 'closed', reopened: 'opened', merged: 'accepted' }[state] ?? '';
  world.tell(by, thing.project, action, thing);
}

export const deleteThing = toThing((thing) => (_, by) => ({
  method: 'DELETE',
  path: pathOf(thing),
  expected:
    hiddenThing(by, thing) ??
    (mayDelete(by, thing)
      ? answered(
          () => thingView(thing),
          () => void (thing.gone = true),
        )
      : FORBIDDEN),
}));

const FILTERS: Record<string, (state: string) => boolean> = {
  all: () => true,
  opened: (state) => state === 'opened' || state === 'reopened',
  closed: (state) => state === 'closed',
  merged: (state) => state === 'merged',
};

export const listThings = inProject((project) => (world, by, pick) => {
  const type = pick.of(KINDS);
  const sort = pick.of(['desc', 'asc']);
  const states = type === 'MergeRequest' ? Object.keys(FILTERS) : ['all', 'opened', 'closed'];
  const state = pick.of(states);
  const isPlain = type === 'Snippet';
  const found = world.things.filter(
    (one) =>
      one.project === project &&
      one.type === type &&
      seesThing(by, one) &&
      (isPlain || FILTERS[state]?.(one.state)),
  );
  const path = collectionOf(project, type);
  const given: Given = isPlain ? {} : { sort, state };
  const ordered = isPlain || sort === 'desc' ? found.reverse() : found;
  const list = listed(pick, { path, given }, ordered, thingView);
  return { ...list, expected: hiddenProject(by, project) ?? list.expected };
});
