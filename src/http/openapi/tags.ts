import type { Tag } from './document-types.js';
import { segmentsOf } from './names.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** The tags in document order, each with the path segments that belong to it. */
const tags: (Tag & { segments: string[] })[] = [
  {
    name: 'Notes',
    segments: ['notes'],
    description: 'Comments on issues, snippets and merge requests.',
  },
  {
    name: 'Users',
    segments: ['users', 'user', 'confirmation', 'avatars'],
    description: 'Users, and the current user.',
  },
  { name: 'Keys', segments: ['keys'], description: 'SSH keys of users.' },
  { name: 'Emails', segments: ['emails'], description: 'Secondary addresses of users.' },
  { name: 'Events', segments: ['events', 'push_events'], description: 'Contributions of users.' },
  {
    name: 'Session',
    segments: ['session'],
    description: 'Exchange a password for a private token.',
  },
  {
    name: 'Projects',
    segments: ['projects'],
    description: 'Projects, which contain issues, snippets and merge requests.',
  },
  {
    name: 'Members',
    segments: ['members'],
    description: 'Members of a project and their access levels.',
  },
  { name: 'Issues', segments: ['issues'], description: 'Issues of a project.' },
  { name: 'Snippets', segments: ['snippets'], description: 'Code snippets of a project.' },
  {
    name: 'Merge requests',
    segments: ['merge_requests'],
    description: 'Merge requests of a project.',
  },
  {
    name: 'Labels',
    segments: ['labels'],
    description: 'Labels of a project, which its issues and merge requests can have.',
  },
  {
    name: 'Award emoji',
    segments: ['award_emoji'],
    description: 'Reactions to issues, snippets, merge requests and notes.',
  },
  {
    name: 'Audit events',
    segments: ['audit_events'],
    description: 'Who did what to whom, and from where.',
  },
  { name: 'Health', segments: ['health'], description: 'Probes for monitoring.' },
];

/**
 * The last known segment decides: /users/:id/keys belongs to Keys.
 *
 * @throws Error if no segment of the path is known
 */
export function tagOf(path: string): string {
  for (const segment of segmentsOf(path).reverse()) {
    const tag = tags.find(({ segments }) => segments.includes(segment));
    if (tag) return tag.name;
  }
  throw new LoggableError(`${path} has no tag: add one of its segments to tags.ts`);
}

/** The tags with these names, in document order. */
export function describeTags(names: ReadonlySet<string>): Tag[] {
  return tags
    .filter(({ name }) => names.has(name))
    .map(({ name, description }) => ({ name, description }));
}
