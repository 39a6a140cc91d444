import type { Forge } from './app.js';
import type { Resource } from './seed.js';
import { TIMESTAMP, userView } from './expected-responses.js';

interface Person {
  id: number;
  username: string;
  email: string;
  name: string;
}

type Changes = Record<string, unknown>;

/** A resource as its creation returned it. */
export const viewOf = ({ at: _at, ...view }: Resource): object => view;

/** A project created with a name only. */
export const projectView = (
  forge: Forge,
  owner: Person,
  given: Changes & { id: number; name: string; path: string },
) => ({
  description: null,
  public: false,
  visibility_level: 0,
  web_url: `${forge.url}/${owner.username}/${given.path}`,
  owner: userView(forge, owner),
  name_with_namespace: `${owner.name} / ${given.name}`,
  path_with_namespace: `${owner.username}/${given.path}`,
  issues_enabled: true,
  merge_requests_enabled: true,
  snippets_enabled: true,
  archived: false,
  created_at: TIMESTAMP,
  last_activity_at: TIMESTAMP,
  creator_id: owner.id,
  ...given,
});

export const memberView = (forge: Forge, user: Person, access_level: number) => ({
  ...userView(forge, user),
  access_level,
});

/** An issue created with a title only. */
export const issueView = (
  forge: Forge,
  project: Resource,
  author: Person,
  given: Changes & { id: number; iid: number; title: string },
) => ({
  project_id: project.id,
  description: null,
  state: 'opened',
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  labels: [],
  milestone: null,
  assignee: null,
  author: userView(forge, author),
  confidential: false,
  due_date: null,
  web_url: `${String(project['web_url'])}/issues/${given.iid}`,
  ...given,
});

/** A merge request created with the required fields only. */
export const mergeRequestView = (
  forge: Forge,
  project: Resource,
  author: Person,
  given: Changes & { id: number; iid: number; source_branch: string; target_branch: string },
) => ({
  project_id: project.id,
  description: null,
  state: 'opened',
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  labels: [],
  milestone: null,
  assignee: null,
  author: userView(forge, author),
  source_project_id: project.id,
  target_project_id: project.id,
  work_in_progress: false,
  merge_when_build_succeeds: false,
  merge_status: 'unchecked',
  web_url: `${String(project['web_url'])}/merge_requests/${given.iid}`,
  ...given,
});

/** A snippet, without its code. */
export const snippetView = (
  project: Resource,
  author: Person,
  given: Changes & { id: number; title: string; file_name: string; visibility_level: number },
) => ({
  author: authorView(author),
  expires_at: null,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  web_url: `${String(project['web_url'])}/snippets/${given.id}`,
  ...given,
});

/** The author in a snippet, and in every response with a note except that of its deletion. */
const authorView = ({ id, username, email, name }: Person) => ({
  ...{ id, username, email, name },
  state: 'active',
  created_at: TIMESTAMP,
});

const noteFields = (noteable: Resource, given: Changes & { id: number; body: string }) => ({
  attachment: null,
  created_at: TIMESTAMP,
  system: false,
  upvote: false,
  downvote: false,
  noteable_id: noteable.id,
  noteable_type: 'Issue',
  ...given,
});

/** A note in every response except that of its deletion. On an issue by default. */
export const noteView = (
  noteable: Resource,
  author: Person,
  given: Changes & { id: number; body: string },
) => ({ author: authorView(author), updated_at: TIMESTAMP, ...noteFields(noteable, given) });

/** The response to the deletion of such a note. */
export const deletedNoteView = (
  forge: Forge,
  noteable: Resource,
  author: Person,
  given: Changes & { id: number; body: string },
) => ({
  author: {
    ...authorView(author),
    avatar_url: `${forge.url}/avatars/${author.id}.svg`,
    web_url: `${forge.url}/${author.username}`,
  },
  ...noteFields(noteable, given),
});

/** An award, to an issue by default. */
export const awardView = (
  forge: Forge,
  awardable: Resource,
  user: Person,
  given: Changes & { id: number; name: string },
) => ({
  user: userView(forge, user),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  awardable_id: awardable.id,
  awardable_type: 'Issue',
  ...given,
});

/** An event without a target. */
export const eventView = (
  forge: Forge,
  project: Resource,
  author: Person,
  given: Changes & { action_name: string },
) => ({
  title: null,
  project_id: project.id,
  target_id: null,
  target_type: null,
  author_id: author.id,
  author: userView(forge, author),
  author_username: author.username,
  data: null,
  target_title: null,
  created_at: TIMESTAMP,
  ...given,
});
