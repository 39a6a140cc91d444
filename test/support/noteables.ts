import type { Resource, Seed, SeededUser } from './seed.js';

/** A kind of thing that notes are written on and awards are given to. */
export interface NoteableKind {
  type: 'Issue' | 'Snippet' | 'MergeRequest';
  /** As errors name it. */
  thing: string;
  /** Below its project. */
  path: string;
  make: (seed: Seed, project: Resource, author: SeededUser) => Promise<Resource>;
}

export const ISSUE: NoteableKind = {
  type: 'Issue',
  thing: 'Issue',
  path: 'issues',
  make: (seed, project, author) => seed.issue(project, author),
};

export const SNIPPET: NoteableKind = {
  type: 'Snippet',
  thing: 'Snippet',
  path: 'snippets',
  make: (seed, project, author) => seed.snippet(project, author),
};

export const MERGE_REQUEST: NoteableKind = {
  type: 'MergeRequest',
  thing: 'Merge Request',
  path: 'merge_requests',
  make: (seed, project, author) => seed.mergeRequest(project, author),
};
