import type { Tag } from './document-types.js';
import { stepsOf } from './names.js';

/** The chapters of the document in their order, and the steps of a path that open each. */
const chapters: (Tag & { steps: string[] })[] = [
  {
    name: 'Notes',
    steps: ['notes'],
    description: 'Comments on issues, snippets and merge requests.',
  },
  {
    name: 'Users',
    steps: ['users', 'user', 'confirmation', 'avatars'],
    description: 'People, and who of them is calling.',
  },
  { name: 'Keys', steps: ['keys'], description: 'SSH keys of users.' },
  { name: 'Emails', steps: ['emails'], description: 'Secondary addresses of users.' },
  { name: 'Events', steps: ['events', 'push_events'], description: 'What users contributed.' },
  { name: 'Session', steps: ['session'], description: 'From a password to a private token.' },
  { name: 'Projects', steps: ['projects'], description: 'What everything else belongs to.' },
  { name: 'Members', steps: ['members'], description: 'Who takes part in a project, and as what.' },
  { name: 'Issues', steps: ['issues'], description: 'Issues of a project.' },
  { name: 'Snippets', steps: ['snippets'], description: 'Pieces of code of a project.' },
  {
    name: 'Merge requests',
    steps: ['merge_requests'],
    description: 'Proposed changes of a project.',
  },
  {
    name: 'Award emoji',
    steps: ['award_emoji'],
    description: 'Reactions to issues, snippets, merge requests and notes.',
  },
  { name: 'Health', steps: ['health'], description: 'For what watches over the service.' },
];

/** The chapter of the last thing a path names: /users/:id/keys is about keys. */
export function chapterOf(path: string): string {
  for (const step of stepsOf(path).reverse()) {
    const chapter = chapters.find(({ steps }) => steps.includes(step));
    if (chapter) return chapter.name;
  }
  throw new Error(`${path} belongs to no chapter: name one in chapters.ts`);
}

/** What is said of the chapters that have operations. */
export function tagsOf(names: ReadonlySet<string>): Tag[] {
  return chapters
    .filter(({ name }) => names.has(name))
    .map(({ name, description }) => ({ name, description }));
}
