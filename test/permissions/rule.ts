import { KINDS, type Kind } from './kinds.js';
import { levelOf, readsProject, type ActorName, type Scene, type World } from './world.js';

/** Whose resource the path names, or what is wrong with the path. */
export type Target = 'own' | 'other’s' | 'missing' | 'wrong parent';

/** The expected failure, if the request is refused. */
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
  /** `project`: every cell is checked in every kind of project. */
  scope: 'service' | 'project';
  targets: readonly Target[];
  /** The expected refusal of this actor, or null. */
  refusal(cell: Cell): Refusal | null;
  request(cell: Cell): Promise<Request> | Request;
  /** Undoes what would disturb later requests of the actor. */
  restore?(cell: Cell): Promise<void>;
}

export const UNKNOWN_ID = 999_999;
export const FORBIDDEN: Refusal = { status: 403, message: '403 Forbidden' };
export const notFound = (resourceName: string): Refusal => ({
  status: 404,
  message: `404 ${resourceName} Not Found`,
});

export const isMissing = (target: Target) => target === 'missing' || target === 'wrong parent';
const refuseNonAdministrators = ({ actor }: Cell) => (actor === 'administrator' ? null : FORBIDDEN);

/** 404 for the project, or for the noteable in it, if the actor cannot see it. */
export function refuseHidden(kind: Kind, { actor, scene }: Cell, isOwn = false): Refusal | null {
  if (!readsProject(actor, scene)) return notFound('Project');
  return isOwn || KINDS[kind].isVisible(actor, scene) ? null : notFound(KINDS[kind].resourceName);
}

/** 403 below a level, unless the actor is the author. */
export const requireLevel = (level: number, cell: Cell, isOwn = false): Refusal | null =>
  isOwn || levelOf(cell.actor) >= level ? null : FORBIDDEN;

export const allowEverybody = (operation: string, request: Rule['request']): Rule => ({
  operation,
  scope: 'service',
  targets: ['own'],
  refusal: () => null,
  request,
});

export const allowAdministrators = (
  operation: string,
  resourceName: string | null,
  request: Rule['request'],
): Rule => ({
  operation,
  scope: 'service',
  targets: ['other’s', 'missing'],
  refusal: (cell) =>
    refuseNonAdministrators(cell) ??
    (resourceName && isMissing(cell.target) ? notFound(resourceName) : null),
  request,
});

/** A cell in which the administrator may call the operation. */
export function allowedCell(rule: Rule, world: World, scene: Scene): Cell {
  const cell = (target: Target): Cell => ({ world, scene, actor: 'administrator', target });
  const target = rule.targets.find((one) => rule.refusal(cell(one)) === null);
  if (target === undefined) throw new Error(`The administrator may not call ${rule.operation}`);
  return cell(target);
}

/** Rules with the names that `it.each` shows. */
export const named = (rules: Rule[]) => rules.map((rule) => [rule.operation, rule] as const);
