import { createRequire } from 'node:module';
import type { Call, Service, Thing } from './gitlab-14.js';

export type Parts = 'create' | 'show' | 'edit' | 'remove';
export type Awards = Service<'award' | 'show' | 'remove'>;

/** npm's gitlab 3.11.4: every service that reaches the interface. */
export interface Gitlab {
  Users: Service<'create' | 'show' | 'remove' | 'block' | 'unblock' | 'current' | 'session'> &
    Record<'events' | 'search', Call<Thing[]>>;
  UserKeys: Service<'create' | 'show' | 'remove'>;
  UserEmails: Service<'add' | 'show' | 'remove'>;
  Projects: Service<Parts>;
  ProjectMembers: Service<'add' | 'show' | 'edit' | 'remove'>;
  Branches: Service<Parts>;
  Issues: Service<Parts>;
  IssueNotes: Service<Parts>;
  IssueAwardEmojis: Awards;
  Labels: Service<'create' | 'edit' | 'remove'>;
  MergeRequests: Service<Parts>;
  MergeRequestNotes: Service<Parts>;
  MergeRequestAwardEmojis: Awards;
  ProjectSnippets: Service<Parts | 'content'>;
  ProjectSnippetNotes: Service<Parts>;
}

export const { default: Gitlab } = createRequire(import.meta.url)('gitlab') as {
  default: new (options: { url: string; token: string; version: 'v3' }) => Gitlab;
};
