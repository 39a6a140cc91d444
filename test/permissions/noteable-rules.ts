import type { Client } from '../support/client.js';
import { LEVEL, type Resource } from '../support/seed.js';
import { KINDS, type Kind } from './kinds.js';
import { gone, hidden, needs, NONE, notFound, type Cell, type Rule } from './rule.js';
import { levelOf, readsProject } from './world.js';

const ADMINISTRATOR = 60;
const TARGETS = ['own', 'other’s', 'missing', 'wrong parent'] as const;

/** `own` is only made by who may see the project; the others meet what is there. */
const isMine = ({ actor, scene, target }: Cell) => target === 'own' && readsProject(actor, scene);

/** A new one every time: an operation may remove it. */
async function makeThing(kind: Kind, cell: Cell): Promise<Resource> {
  const { world, scene, actor } = cell;
  const rules = KINDS[kind];
  const at = `${scene.project.at}/${rules.path}`;
  const make = (client: Client) => world.make(client, at, rules.given(scene));
  if (!isMine(cell)) return make(world.person('author').client);
  if (levelOf(actor) >= rules.makes) return make(world.client(actor));
  return world.asDeveloper(scene, actor, make);
}

async function thingPath(kind: Kind, cell: Cell): Promise<string> {
  const { world, scene, target } = cell;
  const at = `${scene.project.at}/${KINDS[kind].path}`;
  if (target === 'missing') return `${at}/${NONE}`;
  if (target !== 'wrong parent') return (await makeThing(kind, cell)).at;
  const author = world.person('author');
  const project = await world.forge.seed.project(author, { visibility_level: 20 });
  const { id } = await makeThing(kind, { ...cell, scene: { ...scene, project } });
  return `${at}/${id}`;
}

/** What is written or given beneath something, by the actor where it is to be his own. */
async function beneath(cell: Cell, kind: Kind, at: string, given: object) {
  const { world, actor, target } = cell;
  const mine = target === 'own' && hidden(kind, cell) === null;
  return world.make(mine ? world.client(actor) : world.person('author').client, at, given);
}

async function notePath(kind: Kind, cell: Cell): Promise<string> {
  const { scene, target } = cell;
  const { at } = scene.things[kind];
  if (target === 'missing') return `${at}/notes/${NONE}`;
  const parent = target === 'wrong parent' ? (await makeThing(kind, cell)).at : at;
  const { id } = await beneath(cell, kind, `${parent}/notes`, { body: 'x' });
  return `${at}/notes/${id}`;
}

interface Options {
  /** Who may do it to what is not his own. */
  level?: number;
  /** Whether he may do it to his own whatever his level. */
  own?: boolean;
  body?: object;
  /** Follows the path of the thing. */
  below?: string;
}

/** An operation on an issue, a snippet or a merge request; its author sees it whatever its kind. */
const onThing = (
  kind: Kind,
  operation: string,
  { level = 0, own = true, body, below = '' }: Options = {},
): Rule => ({
  operation,
  scope: 'project',
  targets: TARGETS,
  refusal: (cell) => {
    if (!readsProject(cell.actor, cell.scene)) return notFound('Project');
    if (gone(cell.target)) return notFound(KINDS[kind].thing);
    const mine = isMine(cell);
    return hidden(kind, cell, mine) ?? needs(level, cell, mine && own);
  },
  request: async (cell) => ({
    path: (await thingPath(kind, cell)) + below,
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
    hidden(kind, cell) ??
    (gone(cell.target) ? notFound('Note') : needs(level, cell, own && cell.target === 'own')),
  request: async (cell) => ({
    path: (await notePath(kind, cell)) + below,
    ...(body ? { body } : {}),
  }),
});

/** An award to a thing of the scene, or to a note on it; withdrawn by its giver and administrators. */
const onAward = (kind: Kind, toNote: boolean, operation: string, level = 0): Rule => ({
  operation,
  scope: 'project',
  targets: TARGETS,
  refusal: (cell) =>
    hidden(kind, cell) ??
    (gone(cell.target) ? notFound('Award Emoji') : needs(level, cell, cell.target === 'own')),
  request: async (cell) => {
    const { scene, target } = cell;
    const others = { ...cell, target: 'other’s' } as const;
    // A new one every time, as nobody gives one emoji twice.
    const awardable = async () => {
      if (!toNote) return (await makeThing(kind, others)).at;
      return (await beneath(others, kind, `${scene.things[kind].at}/notes`, { body: 'x' })).at;
    };
    const at = `${await awardable()}/award_emoji`;
    if (target === 'missing') return { path: `${at}/${NONE}` };
    const parent = target === 'wrong parent' ? `${await awardable()}/award_emoji` : at;
    const { id } = await beneath(cell, kind, parent, { name: 'tada' });
    return { path: `${at}/${id}` };
  },
});

/** Thumbs are for what is not one's own; other emoji for everything. */
const THUMB = { name: 'thumbsup' };
const votes = (rule: Rule): Rule => ({
  ...rule,
  refusal: (cell) => rule.refusal(cell) ?? (cell.target === 'own' ? needs(Infinity, cell) : null),
});

/** The operations on notes and awards, which are the same for every kind. */
const rulesBeneath = (kind: Kind): Rule[] => [
  onThing(kind, `list${kind}Notes`, { below: '/notes' }),
  onThing(kind, `create${kind}Note`, { below: '/notes', body: { body: 'b' } }),
  onNote(kind, `get${kind}Note`),
  onNote(kind, `update${kind}Note`, { level: LEVEL.master, body: { body: 'changed' } }),
  onNote(kind, `delete${kind}Note`, { level: LEVEL.master }),
  onThing(kind, `list${kind}AwardEmoji`, { below: '/award_emoji' }),
  votes(onThing(kind, `create${kind}AwardEmoji`, { below: '/award_emoji', body: THUMB })),
  onAward(kind, false, `get${kind}AwardEmoji`),
  onAward(kind, false, `delete${kind}AwardEmoji`, ADMINISTRATOR),
  onNote(kind, `list${kind}NoteAwardEmoji`, { below: '/award_emoji' }),
  votes(onNote(kind, `create${kind}NoteAwardEmoji`, { below: '/award_emoji', body: THUMB })),
  onAward(kind, true, `get${kind}NoteAwardEmoji`),
  onAward(kind, true, `delete${kind}NoteAwardEmoji`, ADMINISTRATOR),
];

export const NOTEABLE_RULES: Rule[] = [
  onThing('Issue', 'getProjectIssue'),
  onThing('Issue', 'updateProjectIssue', { level: LEVEL.reporter, body: { description: 'd' } }),
  onThing('Issue', 'deleteProjectIssue', { level: LEVEL.owner, own: false }),
  onThing('MergeRequest', 'getProjectMergeRequest'),
  onThing('MergeRequest', 'updateProjectMergeRequest', {
    ...{ level: LEVEL.developer, body: { description: 'd' } },
  }),
  onThing('MergeRequest', 'deleteProjectMergeRequest', { level: LEVEL.owner, own: false }),
  onThing('Snippet', 'getProjectSnippet'),
  onThing('Snippet', 'getSnippetCode', { below: '/raw' }),
  onThing('Snippet', 'updateProjectSnippet', { level: ADMINISTRATOR, body: { title: 'T' } }),
  onThing('Snippet', 'deleteProjectSnippet', { level: ADMINISTRATOR }),
  ...(['Issue', 'MergeRequest', 'Snippet'] as const).flatMap(rulesBeneath),
];
