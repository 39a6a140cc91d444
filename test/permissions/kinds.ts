import { UniqueParams } from '../../src/app/testing/creations.js';
import { LEVEL, VISIBILITY } from '../support/seed.js';
import { levelOf, type ActorName, type Scene } from './world.js';

/** Kinds of resources that accept notes and awards, as in operation ids. */
export type Kind = 'Issue' | 'MergeRequest' | 'Snippet';

interface KindRules {
  /** The name in error messages. */
  resourceName: string;
  path: string;
  /** The access level needed to create one. */
  createLevel: number;
  given(scene: Pick<Scene, 'confidential' | 'snippet'>): object;
  /** Whether an actor who can read the project, and is not the author, sees it. */
  isVisible(actor: ActorName, scene: Scene): boolean;
}

const samples = new UniqueParams();

export const KINDS: Record<Kind, KindRules> = {
  Issue: {
    resourceName: 'Issue',
    path: 'issues',
    createLevel: 0,
    given: ({ confidential }) => ({ ...samples.issue(), confidential }),
    isVisible: (actor, { confidential }) => !confidential || levelOf(actor) >= LEVEL.reporter,
  },
  MergeRequest: {
    resourceName: 'Merge Request',
    path: 'merge_requests',
    createLevel: LEVEL.developer,
    given: () => samples.mergeRequest(),
    isVisible: (actor, { visibility }) =>
      visibility > VISIBILITY.private || levelOf(actor) >= LEVEL.reporter,
  },
  Snippet: {
    resourceName: 'Snippet',
    path: 'snippets',
    createLevel: LEVEL.reporter,
    given: ({ snippet }) => ({ ...samples.snippet(), visibility_level: snippet }),
    isVisible: (actor, { snippet }) =>
      levelOf(actor) > 0 ||
      snippet === VISIBILITY.public ||
      (snippet === VISIBILITY.internal && actor !== 'external'),
  },
};
