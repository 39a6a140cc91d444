import { KINDS, type Kind } from '../permissions/kinds.js';
import { notFound, type Cell, type Refusal } from '../permissions/rule.js';
import type { ActorName } from '../permissions/world.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY } from '../support/seed.js';

/** A right that is lost while a request waits to write. */
export interface Loss {
  name: string;
  actor: ActorName;
  /** The index of the scene in `SCENES`. */
  scene: number;
  /** How the request names its project. By its id if it is missing. */
  address?(cell: Cell, path: string): string;
  /** @param path of the waiting request */
  lose(cell: Cell, path: string): Promise<unknown>;
  /** Missing if it cannot be undone: the scene is used once. */
  restore?(cell: Cell, path: string): Promise<unknown>;
  /** What the request gets now, or null if it still has the right. */
  refusal(cell: Cell, path: string, rule: (cell: Cell) => Refusal | null): Refusal | null;
}

const PRIVATE = 0;
const INTERNAL = 1;
/** Its snippets are internal. */
const PUBLIC = 2;

const memberOf = ({ world, scene, actor }: Cell) => ({
  members: `${scene.project.at}/members`,
  member: `${scene.project.at}/members/${world.idOf(actor)}`,
});

const byPath = ({ scene }: Cell, path: string): string =>
  path.replace(/^.projects.\d+/, `/projects/the-owner%2F${String(scene.project['path'])}`);

const NOTEABLE = /^.projects.\d+.(issues|merge_requests|snippets).\d+/;
const noteableOf = (path: string): string | undefined => NOTEABLE.exec(path)?.[0];

const kindOf = (path: string): Kind | undefined => {
  const name = NOTEABLE.exec(path)?.[1];
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].path === name);
};

const becomesExternal = (name: string, scene: number): Loss => ({
  ...{ name, actor: 'outsider', scene },
  lose: ({ world, actor }) => world.forge.root.put(world.person(actor).at, { external: true }),
  restore: ({ world, actor }) => world.forge.root.put(world.person(actor).at, { external: false }),
  refusal: (cell, _, rule) => rule({ ...cell, actor: 'external' }),
});

/** @param deputy an administrator who can demote the first one */
export const lossesInProjects = (deputy: Client): Loss[] => [
  {
    name: 'the project becomes private',
    actor: 'outsider',
    scene: PUBLIC,
    lose: ({ world, scene }) =>
      world.forge.root.put(scene.project.at, { visibility_level: VISIBILITY.private }),
    restore: ({ world, scene }) =>
      world.forge.root.put(scene.project.at, { visibility_level: VISIBILITY.public }),
    refusal: (cell, _, rule) =>
      rule({ ...cell, scene: { ...cell.scene, visibility: VISIBILITY.private } }),
  },
  {
    name: 'the member is removed from a private project',
    actor: 'master',
    scene: PRIVATE,
    lose: (cell) => cell.world.forge.root.delete(memberOf(cell).member),
    restore: (cell) =>
      cell.world.forge.root.post(memberOf(cell).members, {
        user_id: cell.world.idOf(cell.actor),
        access_level: LEVEL.master,
      }),
    refusal: (cell, _, rule) => rule({ ...cell, actor: 'outsider' }),
  },
  {
    name: 'the path belongs to another project, where the former member is a master',
    actor: 'master',
    scene: PRIVATE,
    address: byPath,
    lose: async (cell) => {
      const { world, scene, actor } = cell;
      await world.forge.root.delete(memberOf(cell).member);
      const { path } = scene.project;
      await world.forge.root.put(scene.project.at, { path: `${String(path)}-moved` });
      const other = await world.forge.seed.project(world.person('owner'), { path });
      await world.forge.seed.member(other, world.person(actor), LEVEL.master);
    },
    restore: async (cell) => {
      const { world, scene, actor } = cell;
      await world.forge.root.delete(byPath(cell, scene.project.at));
      await world.forge.root.put(scene.project.at, { path: scene.project['path'] });
      await world.forge.seed.member(scene.project, world.person(actor), LEVEL.master);
    },
    refusal: (cell, _, rule) => rule({ ...cell, actor: 'outsider' }),
  },
  {
    name: 'the member becomes a guest',
    actor: 'master',
    scene: PUBLIC,
    lose: (cell) => cell.world.forge.root.put(memberOf(cell).member, { access_level: LEVEL.guest }),
    restore: (cell) =>
      cell.world.forge.root.put(memberOf(cell).member, { access_level: LEVEL.master }),
    refusal: (cell, _, rule) => rule({ ...cell, actor: 'guest' }),
  },
  {
    name: 'the administrator is demoted',
    actor: 'administrator',
    scene: PRIVATE,
    lose: () => deputy.put('/users/1', { admin: false }),
    restore: () => deputy.put('/users/1', { admin: true }),
    refusal: (cell, _, rule) => rule({ ...cell, actor: 'outsider' }),
  },
  {
    name: 'the issue becomes confidential',
    actor: 'outsider',
    scene: PUBLIC,
    lose: ({ world }, path) => world.forge.root.put(noteableOf(path) ?? '', { confidential: true }),
    restore: ({ world }, path) =>
      world.forge.root.put(noteableOf(path) ?? '', { confidential: false }),
    refusal: (cell, path, rule) =>
      kindOf(path) === 'Issue'
        ? rule({ ...cell, scene: { ...cell.scene, confidential: true } })
        : null,
  },
  {
    name: 'the snippet becomes private',
    actor: 'outsider',
    scene: PUBLIC,
    lose: ({ world }, path) =>
      world.forge.root.put(noteableOf(path) ?? '', { visibility_level: VISIBILITY.private }),
    restore: ({ world, scene }, path) =>
      world.forge.root.put(noteableOf(path) ?? '', { visibility_level: scene.snippet }),
    refusal: (cell, path, rule) =>
      kindOf(path) === 'Snippet'
        ? rule({ ...cell, scene: { ...cell.scene, snippet: VISIBILITY.private } })
        : null,
  },
  becomesExternal('the caller becomes external, in an internal project', INTERNAL),
  becomesExternal('the caller becomes external, in a public project', PUBLIC),
  {
    name: 'the noteable is deleted',
    actor: 'master',
    scene: PUBLIC,
    lose: ({ world }, path) => world.forge.root.delete(noteableOf(path) ?? ''),
    refusal: (_, path) => {
      const kind = kindOf(path);
      return kind ? notFound(KINDS[kind].resourceName) : null;
    },
  },
  {
    name: 'the project is deleted',
    actor: 'master',
    scene: PUBLIC,
    lose: ({ world, scene }) => world.forge.root.delete(scene.project.at),
    refusal: (_, path) => (path.startsWith('/projects/') ? notFound('Project') : null),
  },
];
