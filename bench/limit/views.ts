import type { EventRow } from '../../src/features/events/events.repository.js';
import { iso, isoOrNull } from '../../src/http/schema/iso.js';
import type { NoteRow } from '../../src/features/notes/notes.repository.js';
import type { IdentityRow } from '../../src/features/users/identities.repository.js';
import type { UserRow } from '../../src/features/users/users.repository.js';

/**
 * The response bodies, mapped directly from rows. The bench compares them byte by byte with the service's. Each is
 * one object literal, because V8 adds properties to an object slowly: docs/decisions/0010.
 */

interface Named {
  id: number;
  username: string;
  name: string;
  state: string;
}

export const summary = ({ id, username, name, state }: Named, base: string) => ({
  id,
  username,
  name,
  state,
  avatar_url: `${base}/avatars/${id}.svg`,
  web_url: `${base}/${username}`,
});

export const profile = (user: UserRow, base: string) => ({
  id: user.id,
  username: user.username,
  name: user.name,
  state: user.state,
  avatar_url: `${base}/avatars/${user.id}.svg`,
  web_url: `${base}/${user.username}`,
  created_at: iso(user.created_at),
  is_admin: user.admin === 1,
  bio: user.bio,
  location: user.location,
  messenger: user.messenger,
  professional_network: user.professional_network,
  microblog: user.microblog,
  website_url: user.website_url,
  organization: user.organization,
});

export const full = (user: UserRow, identities: readonly IdentityRow[], base: string) => ({
  id: user.id,
  username: user.username,
  name: user.name,
  state: user.state,
  avatar_url: `${base}/avatars/${user.id}.svg`,
  web_url: `${base}/${user.username}`,
  created_at: iso(user.created_at),
  is_admin: user.admin === 1,
  bio: user.bio,
  location: user.location,
  messenger: user.messenger,
  professional_network: user.professional_network,
  microblog: user.microblog,
  website_url: user.website_url,
  organization: user.organization,
  email: user.email,
  last_sign_in_at: isoOrNull(user.last_sign_in_at),
  current_sign_in_at: isoOrNull(user.current_sign_in_at),
  confirmed_at: isoOrNull(user.confirmed_at),
  theme_id: user.theme_id,
  color_scheme_id: user.color_scheme_id,
  projects_limit: user.projects_limit,
  identities: identities
    .filter(({ user_id }) => user_id === user.id)
    .map(({ provider, extern_uid }) => ({ provider, extern_uid })),
  can_create_group: user.can_create_group === 1,
  can_create_project: user.can_create_project === 1,
  two_factor_enabled: false,
  external: user.is_external === 1,
});

const UP = new Set([':thumbsup:', ':+1:']);
const DOWN = new Set([':thumbsdown:', ':-1:']);

export const note = (row: NoteRow) => ({
  id: row.id,
  body: row.body,
  attachment: null,
  created_at: iso(row.created_at),
  system: row.is_system === 1,
  upvote: UP.has(row.body),
  downvote: DOWN.has(row.body),
  noteable_id: row.noteable_id,
  noteable_type: row.noteable_type,
  author: {
    id: row.author_id,
    username: row.author_username,
    email: row.author_email,
    name: row.author_name,
    state: row.author_state,
    created_at: iso(row.author_created_at),
  },
  updated_at: iso(row.updated_at),
});

/** An event about a note. The bench requests no other events. */
export const event = (row: EventRow, base: string) => ({
  title: null,
  project_id: row.project_id,
  action_name: row.action,
  target_id: row.id,
  target_type: 'Note',
  author_id: row.actor_id,
  author: {
    name: row.actor_name,
    username: row.actor_username,
    id: row.actor_id,
    state: row.actor_state,
    avatar_url: `${base}/avatars/${row.actor_id}.svg`,
    web_url: `${base}/${row.actor_username}`,
  },
  author_username: row.actor_username,
  data: null,
  target_title: row.subject_title,
  created_at: iso(row.event_created_at),
  note: note(row as NoteRow),
});
