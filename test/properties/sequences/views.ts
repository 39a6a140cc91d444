import type { Award, Email, Event, Key, Member, Note, Person, Project, Noteable } from './model.js';

/** Expected fields of responses. The contract check finds undocumented fields. */
const stateOf = ({ blocked }: Person): string => (blocked ? 'blocked' : 'active');

/** The ghost is created on demand: before that, only its name is known. */
export const personView = ({ id, username, name, ...person }: Person) => ({
  ...(id === 0 ? { username } : { id, username, name }),
  state: stateOf({ id, username, name, ...person }),
});

export const profileView = (person: Person) => ({
  ...personView(person),
  bio: person.bio,
  is_admin: person.admin,
});

export const fullView = (person: Person) => ({
  ...profileView(person),
  email: person.email,
  external: person.external,
  can_create_project: person.admin || person.mayCreateProjects,
});

export const emailView = ({ id, email }: Email) => ({ id, email });
export const keyView = ({ id, title, key }: Key) => ({ id, title, key });

export const projectView = (project: Project) => ({
  id: project.id,
  name: project.name,
  path_with_namespace: `${project.owner.username}/${project.path}`,
  description: project.description,
  visibility_level: project.visibility,
  public: project.visibility === 20,
  owner: personView(project.owner),
});

export const memberView = ({ person, level }: Member) => ({
  ...personView(person),
  access_level: level,
});

export const noteableView = (noteable: Noteable) => ({
  id: noteable.id,
  title: noteable.title,
  author: personView(noteable.author),
  ...(noteable.type === 'Snippet'
    ? { visibility_level: noteable.visibility }
    : issuableView(noteable)),
  ...(noteable.type === 'Issue' ? { confidential: noteable.confidential } : {}),
});

const issuableView = (noteable: Noteable) => ({
  iid: noteable.iid,
  project_id: noteable.project.id,
  description: noteable.description,
  state: noteable.state,
  assignee: noteable.assignee && personView(noteable.assignee),
});

const noteableReference = ({ id, type }: Noteable) => ({ noteable_id: id, noteable_type: type });

export const noteView = (note: Note) => ({
  // The ids of notes by the service are unknown.
  ...(note.id === 0 ? {} : { id: note.id }),
  body: note.body,
  system: note.system,
  upvote: note.body === ':+1:',
  downvote: note.body === ':-1:',
  author: authorView(note.author),
  ...noteableReference(note.noteable),
});

/** GET of a single note on a snippet returns the snippet too. */
export const singleNoteView = (note: Note) => ({
  ...noteView(note),
  ...(note.noteable.type === 'Snippet' ? { title: note.noteable.title, expires_at: null } : {}),
});

const authorView = (person: Person) => ({
  ...personView(person),
  ...(person.id === 0 ? {} : { email: person.email }),
});

export const awardView = ({ id, name, giver, awardable }: Award) => ({
  ...{ id, name },
  user: personView(giver),
  awardable_id: awardable.id,
  awardable_type: awardable.type,
});

export const eventView = ({ author, project, action, noteable, note }: Event) => ({
  project_id: project.id,
  action_name: action,
  author_username: author.username,
  author: personView(author),
  target_type: note ? 'Note' : (noteable?.type ?? null),
  target_id: note?.id ?? noteable?.id ?? null,
  target_title: noteable?.title ?? null,
  ...(note ? { note: noteView(note) } : {}),
});
