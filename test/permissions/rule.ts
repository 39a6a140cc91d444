import { KINDS, type Kind } from './kinds.js';
import { levelOf, readsProject, type ActorName, type Scene, type World } from './world.js';

/** Whose the thing is that the path names, or what is wrong with it. */
export type Target = 'own' | 'other’s' | 'missing' | 'wrong parent';

/** What is expected where the request is not let through. */
export type Refusal = { status: 403; message: string } | { status: 404; message: string };

export interface Cell {
  world: World;
  scene: Scene;
  actor: ActorName;
  target: Target;
}

export interface Request {
  path: string;
  body?: object;
}

export interface Rule {
  /** The operationId of the document. */
  operation: string;
  /** Stands in a project: the cells are asserted in every kind of project. */
  scope: 'service' | 'project';
  targets: readonly Target[];
  /** Why this actor is refused, or null. That he has a token is settled before. */
  refusal(cell: Cell): Refusal | null;
  request(cell: Cell): Promise<Request> | Request;
}

export const NONE = 999_999;
export const FORBIDDEN: Refusal = { status: 403, message: '403 Forbidden' };
export const notFound = (thing: string): Refusal => ({
  status: 404,
  message: `404 ${thing} Not Found`,
});

export const gone = (target: Target) => target === 'missing' || target === 'wrong parent';
const adminOnly = ({ actor }: Cell) => (actor === 'administrator' ? null : FORBIDDEN);

/** 404 of the project, then of the thing in it, for who may not see them. */
export function hidden(kind: Kind, { actor, scene }: Cell, mine = false): Refusal | null {
  if (!readsProject(actor, scene)) return notFound('Project');
  return mine || KINDS[kind].isSeen(actor, scene) ? null : notFound(KINDS[kind].thing);
}

/** Refused below a level, unless the thing is his own. */
export const needs = (level: number, cell: Cell, mine = false): Refusal | null =>
  mine || levelOf(cell.actor) >= level ? null : FORBIDDEN;

export const anybody = (operation: string, request: Rule['request']): Rule => ({
  operation,
  scope: 'service',
  targets: ['own'],
  refusal: () => null,
  request,
});

export const administrators = (
  operation: string,
  thing: string | null,
  request: Rule['request'],
): Rule => ({
  operation,
  scope: 'service',
  targets: ['other’s', 'missing'],
  refusal: (cell) => adminOnly(cell) ?? (thing && gone(cell.target) ? notFound(thing) : null),
  request,
});
