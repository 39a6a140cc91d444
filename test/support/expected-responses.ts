import type { Forge } from './app.js';
import { ROOT } from './app.js';
import type { Answer } from './client.js';

/** Values in the views of a user that a test cannot predict. */
interface UserFields {
  id: number;
  username: string;
  email: string;
  name: string;
}

type Changes = Record<string, unknown>;

/** ISO 8601, UTC, milliseconds. */
export const TIMESTAMP: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** For `toEqual`: compares status and body and accepts any headers. */
export const answered = (status: number, body: unknown): Answer => ({
  status,
  headers: expect.any(Headers) as Headers,
  body,
});

export const rootUser: UserFields = { id: 1, name: 'Administrator', ...ROOT };

/** A user in a list, as normal users see them. */
export const userView = ({ url }: Forge, user: UserFields, changes: Changes = {}) => ({
  id: user.id,
  username: user.username,
  name: user.name,
  state: 'active',
  avatar_url: `${url}/avatars/${user.id}.svg`,
  web_url: `${url}/${user.username}`,
  ...changes,
});

/** The profile of a user with required fields only, as normal users see it. */
export const profileView = (forge: Forge, user: UserFields, changes: Changes = {}) => ({
  ...userView(forge, user),
  created_at: TIMESTAMP,
  is_admin: false,
  bio: null,
  location: null,
  messenger: '',
  professional_network: '',
  microblog: '',
  website_url: '',
  organization: null,
  ...changes,
});

/** The same user as administrators and the user themselves see them. */
export const fullView = (forge: Forge, user: UserFields, changes: Changes = {}) => ({
  ...profileView(forge, user),
  email: user.email,
  last_sign_in_at: null,
  current_sign_in_at: null,
  confirmed_at: TIMESTAMP,
  theme_id: 2,
  color_scheme_id: 1,
  projects_limit: 10,
  identities: [],
  can_create_group: true,
  can_create_project: true,
  two_factor_enabled: false,
  external: false,
  ...changes,
});

/** The full view of the first administrator. */
export const rootView = (forge: Forge, changes: Changes = {}) =>
  fullView(forge, rootUser, { is_admin: true, ...changes });
