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

/** Creates a new one for each call, because an operation may delete it. */
async function createNoteable(kind: Kind, cell: Cell): Promise<Resource> {
  const { world, scene, actor } = cell;
  const rules = KINDS[kind];
  const at = `${scene.project.at}/${rules.path}`;
  const create = (client: Client) => world.create(client, at, rules.given(scene));
  if (!isOwnTarget(cell)) return create(world.person('author').client);
  if (levelOf(actor) >= rules.createLevel) return create(world.client(actor));
  return world.asDeveloper(scene, actor, create);
}

async function noteablePath(kind: Kind, cell: Cell): Promise<string> {
  const { world, scene, target } = cell;
  const at = `${scene.project.at}/${KINDS[kind].path}`;
  if (target === 'missing') return `${at}/${UNKNOWN_ID}`;
  if (target !== 'wrong parent') return (await createNoteable(kind, cell)).at;
  const author = world.person('author');
  const project = await world.forge.seed.project(author, { visibility_level: 20 });
  const { id } = await createNoteable(kind, { ...cell, scene: { ...scene, project } });
  return `${at}/${id}`;
}

/** Creates a child at `at`, written by the actor if it has to be the actor's own. */
async function createChild(cell: Cell, kind: Kind, at: string, given: object) {
  const { world, actor, target } = cell;
  const isOwn = target === 'own' && refuseHidden(kind, cell) === null;
  return world.create(isOwn ? world.client(actor) : world.person('author').client, at, given);
}

async function notePath(kind: Kind, cell: Cell): Promise<string> {
  const { scene, target } = cell;
  const { at } = scene.noteables[kind];
  if (target === 'missing') return `${at}/notes/${UNKNOWN_ID}`;
  const parent = target === 'wrong parent' ? (await createNoteable(kind, cell)).at : at;
  const { id } = await createChild(cell, kind, `${parent}/notes`, { body: 'x' });
  return `${at}/notes/${id}`;
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
    path: (await noteablePath(kind, cell)) + below,
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
    path: (await notePath(kind, cell)) + below,
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
    const { scene, target } = cell;
    const others = { ...cell, target: 'other’s' } as const;
    // A new awardable for each call: a user cannot give the same emoji twice.
    const awardable = async () => {
      if (!toNote) return (await createNoteable(kind, others)).at;
      return (await createChild(others, kind, `${scene.noteables[kind].at}/notes`, { body: 'x' }))
        .at;
    };
    const at = `${await awardable()}/award_emoji`;
    if (target === 'missing') return { path: `${at}/${UNKNOWN_ID}` };
    const parent = target === 'wrong parent' ? `${await awardable()}/award_emoji` : at;
    const { id } = await createChild(cell, kind, parent, { name: 'tada' });
    return { path: `${at}/${id}` };
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
