import type { Resource, Seed, SeededUser } from './seed.js';

/** A kind of resource that notes are written on and emoji are given to. */
export interface NoteableKind {
  type: 'Issue' | 'Snippet' | 'MergeRequest';
  /** Its name in error messages. */
  resourceName: string;
  /** The collection below its project. */
  path: string;
  /** Its path template below its project. */
  noteable: string;
  make: (seed: Seed, project: Resource, author: SeededUser) => Promise<Resource>;
}

export const ISSUE: NoteableKind = {
  type: 'Issue',
  resourceName: 'Issue',
  path: 'issues',
  noteable: 'issues/:issue_id',
  make: (seed, project, author) => seed.issue(project, author),
};

export const SNIPPET: NoteableKind = {
  type: 'Snippet',
  resourceName: 'Snippet',
  path: 'snippets',
  noteable: 'snippets/:snippet_id',
  make: (seed, project, author) => seed.snippet(project, author),
};

export const MERGE_REQUEST: NoteableKind = {
  type: 'MergeRequest',
  resourceName: 'Merge Request',
  path: 'merge_requests',
  noteable: 'merge_requests/:merge_request_id',
  make: (seed, project, author) => seed.mergeRequest(project, author),
};

export const NOTEABLES = [ISSUE, SNIPPET, MERGE_REQUEST];
