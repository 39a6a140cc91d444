import type { Client } from '../support/client.js';
import { LEVEL, type Resource } from '../support/seed.js';
import { KINDS, type Kind } from './kinds.js';
import {
  isMissing,
  refuseHidden,
  requireLevel,
  UNKNOWN_ID,
  notFound,
  type Cell,
  type Rule,
} from './rule.js';
import { levelOf, readsProject } from './world.js';

const ADMINISTRATOR = 60;
const TARGETS = ['own', 'other’s', 'missing', 'wrong parent'] as const;

/** `own` is only created for actors who can read the project. Other actors target an existing resource. */
const isOwnTarget = ({ actor, scene, target }: Cell) =>
  target === 'own' && readsProject(actor, scene);

async function createNoteable(kind: Kind, cell: Cell): Promise<Resource> {
  const { world, scene, actor } = cell;
  const rules = KINDS[kind];
  const at = `${scene.project.at}/${rules.path}`;
  const create = (client: Client) => world.create(client, at, rules.given(scene));
  if (!isOwnTarget(cell)) return create(world.person('author').client);
  if (levelOf(actor) >= rules.createLevel) return create(world.client(actor));
  return world.asDeveloper(scene, actor, create);
}

/** @param isKept no operation that gets the path changes the noteable, so that they can share it */
async function noteablePath(kind: Kind, cell: Cell, isKept: boolean): Promise<string> {
  const { world, scene, actor, target } = cell;
  const at = `${scene.project.at}/${KINDS[kind].path}`;
  if (target === 'missing') return `${at}/${UNKNOWN_ID}`;
  if (target !== 'wrong parent') {
    const create = () => createNoteable(kind, cell);
    const key = `${at} of ${isOwnTarget(cell) ? actor : 'the author'}`;
    return (await (isKept ? world.once(key, create) : create())).at;
  }
  const { id } = await world.once(`${at} elsewhere`, async () => {
    const author = world.person('author');
    const project = await world.forge.seed.project(author, { visibility_level: 20 });
    return createNoteable(kind, { ...cell, scene: { ...scene, project } });
  });
  return `${at}/${id}`;
}

/** Creates a child at `at`, written by the actor if it has to be the actor's own. */
function createChild(cell: Cell, kind: Kind, at: string, given: object) {
  const { world, actor } = cell;
  const client = isOwnChild(kind, cell) ? world.client(actor) : world.person('author').client;
  return world.create(client, at, given);
}

const isOwnChild = (kind: Kind, cell: Cell) =>
  cell.target === 'own' && refuseHidden(kind, cell) === null;

/** @param isKept see `noteablePath` */
async function notePath(kind: Kind, cell: Cell, isKept: boolean): Promise<string> {
  const { world, scene, actor, target } = cell;
  const { at } = scene.noteables[kind];
  if (target === 'missing') return `${at}/notes/${UNKNOWN_ID}`;
  const beside = () => world.once(`beside ${at}`, () => createNoteable(kind, cell));
  const parent = target === 'wrong parent' ? (await beside()).at : at;
  const create = () => createChild(cell, kind, `${parent}/notes`, { body: 'x' });
  const key = `${parent}/notes of ${isOwnChild(kind, cell) ? actor : 'the author'}`;
  const { id } = await (isKept ? world.once(key, create) : create());
  return `${at}/notes/${id}`;
}

/** The path of an award to a new noteable or note: a user cannot give the same emoji twice. */
async function awardPath(kind: Kind, toNote: boolean, cell: Cell): Promise<string> {
  const { scene, target } = cell;
  const others = { ...cell, target: 'other’s' } as const;
  const notes = `${scene.noteables[kind].at}/notes`;
  const awards = async () => {
    const { at } = await (toNote
      ? createChild(others, kind, notes, { body: 'x' })
      : createNoteable(kind, others));
    return `${at}/award_emoji`;
  };
  const at = await awards();
  if (target === 'missing') return `${at}/${UNKNOWN_ID}`;
  const parent = target === 'wrong parent' ? await awards() : at;
  const { id } = await createChild(cell, kind, parent, { name: 'tada' });
  return `${at}/${id}`;
}

interface Options {
  /** The access level needed for what belongs to others. */
  level?: number;
  /** Whether the author may do it at any level. */
  own?: boolean;
  body?: object;
  /** Appended to the path of the noteable. */
  below?: string;
}

/** True if the request changes nothing, or only adds a note. Nobody may vote on what is their own. */
const keeps = (operation: string, { target }: Cell, below = '') =>
  /^(get|list)/.test(operation) ||
  below === '/notes' ||
  (below === '/award_emoji' && target === 'own');

/** An operation on an issue, a snippet or a merge request. Its author can always see it. */
const onNoteable = (
  kind: Kind,
  operation: string,
  { level = 0, own = true, body, below = '' }: Options = {},
): Rule => ({
  operation,
  scope: 'project',
  targets: TARGETS,
  refusal: (cell) => {
    if (!readsProject(cell.actor, cell.scene)) return notFound('Project');
    if (isMissing(cell.target)) return notFound(KINDS[kind].resourceName);
    const isOwn = isOwnTarget(cell);
    return refuseHidden(kind, cell, isOwn) ?? requireLevel(level, cell, isOwn && own);
  },
  request: async (cell) => ({
    path: (await noteablePath(kind, cell, keeps(operation, cell, below))) + below,
    ...(body ? { body } : {}),
  }),
});

const onNote = (
  kind: Kind,
  operation: string,
  { level = 0, own = true, body, below = '' }: Options = {},
): Rule => ({
  operation,
  scope: 'project',
  targets: TARGETS,
  refusal: (cell) =>
    refuseHidden(kind, cell) ??
    (isMissing(cell.target)
      ? notFound('Note')
      : requireLevel(level, cell, own && cell.target === 'own')),
  request: async (cell) => ({
    path: (await notePath(kind, cell, keeps(operation, cell, below))) + below,
    ...(body ? { body } : {}),
  }),
});

/** An award to a noteable or to a note on it. Its giver and administrators can delete it. */
const onAward = (kind: Kind, toNote: boolean, operation: string, level = 0): Rule => ({
  operation,
  scope: 'project',
  targets: TARGETS,
  refusal: (cell) =>
    refuseHidden(kind, cell) ??
    (isMissing(cell.target)
      ? notFound('Award Emoji')
      : requireLevel(level, cell, cell.target === 'own')),
  request: async (cell) => {
    const { world, scene, actor, target } = cell;
    const create = () => awardPath(kind, toNote, cell);
    const giver = isOwnChild(kind, cell) ? actor : 'the author';
    const on = toNote ? `note on ${kind}` : kind;
    const key = `${scene.project.at} ${target} award to ${on} of ${giver}`;
    return { path: await (keeps(operation, cell) ? world.once(key, create) : create()) };
  },
});

/** Authors cannot vote on their own noteable or note, but they can give other emoji. */
const THUMB = { name: 'thumbsup' };
const withoutOwnVotes = (rule: Rule): Rule => ({
  ...rule,
  refusal: (cell) =>
    rule.refusal(cell) ?? (cell.target === 'own' ? requireLevel(Infinity, cell) : null),
});

/** The operations on notes and awards, which are the same for every kind. */
const childRules = (kind: Kind): Rule[] => [
  onNoteable(kind, `list${kind}Notes`, { below: '/notes' }),
  onNoteable(kind, `create${kind}Note`, { below: '/notes', body: { body: 'b' } }),
  onNote(kind, `get${kind}Note`),
  onNote(kind, `update${kind}Note`, { level: LEVEL.master, body: { body: 'changed' } }),
  onNote(kind, `delete${kind}Note`, { level: LEVEL.master }),
  onNoteable(kind, `list${kind}AwardEmoji`, { below: '/award_emoji' }),
  withoutOwnVotes(
    onNoteable(kind, `create${kind}AwardEmoji`, { below: '/award_emoji', body: THUMB }),
  ),
  onAward(kind, false, `get${kind}AwardEmoji`),
  onAward(kind, false, `delete${kind}AwardEmoji`, ADMINISTRATOR),
  onNote(kind, `list${kind}NoteAwardEmoji`, { below: '/award_emoji' }),
  withoutOwnVotes(
    onNote(kind, `create${kind}NoteAwardEmoji`, { below: '/award_emoji', body: THUMB }),
  ),
  onAward(kind, true, `get${kind}NoteAwardEmoji`),
  onAward(kind, true, `delete${kind}NoteAwardEmoji`, ADMINISTRATOR),
];

export const NOTEABLE_RULES: Rule[] = [
  onNoteable('Issue', 'getProjectIssue'),
  onNoteable('Issue', 'updateProjectIssue', { level: LEVEL.reporter, body: { description: 'd' } }),
  onNoteable('Issue', 'deleteProjectIssue', { level: LEVEL.owner, own: false }),
  onNoteable('MergeRequest', 'getProjectMergeRequest'),
  onNoteable('MergeRequest', 'updateProjectMergeRequest', {
    ...{ level: LEVEL.developer, body: { description: 'd' } },
  }),
  onNoteable('MergeRequest', 'deleteProjectMergeRequest', { level: LEVEL.owner, own: false }),
  onNoteable('Snippet', 'getProjectSnippet'),
  onNoteable('Snippet', 'getSnippetCode', { below: '/raw' }),
  onNoteable('Snippet', 'updateProjectSnippet', { level: ADMINISTRATOR, body: { title: 'T' } }),
  onNoteable('Snippet', 'deleteProjectSnippet', { level: ADMINISTRATOR }),
  ...(['Issue', 'MergeRequest', 'Snippet'] as const).flatMap(childRules),
];
