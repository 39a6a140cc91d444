import { statement, type Statement } from '../database/statement.js';
import { Listing, type ListingText } from '../database/listing.js';
import type { UserState } from '../auth/actor.js';

/** A user as the views read him. */
export interface UserRow {
  id: number;
  username: string;
  email: string;
  name: string;
  state: UserState;
  admin: number;
  external: number;
  can_create_group: number;
  projects_limit: number;
  bio: string | null;
  location: string | null;
  organization: string | null;
  messenger: string;
  professional_network: string;
  microblog: string;
  website_url: string;
  theme_id: number;
  color_scheme_id: number;
  current_sign_in_at: number | null;
  last_sign_in_at: number | null;
  confirmed_at: number | null;
  created_at: number;
}

export interface IdentityRow {
  user_id: number;
  provider: string;
  extern_uid: string;
}

const COLUMNS = `u.id, u.username, u.email, u.name, u.state, u.admin, u.external, u.can_create_group,
  u.projects_limit, u.bio, u.location, u.organization, u.messenger, u.professional_network, u.microblog,
  u.website_url, u.theme_id, u.color_scheme_id, u.current_sign_in_at, u.last_sign_in_at, u.confirmed_at,
  u.created_at`;

/** Stands in for the authors of what deleted users left behind. */
export const GHOST = 'ghost';
/** He is shown, and nothing can be done to him. */
export const isGhost = ({ username }: Pick<UserRow, 'username'>): boolean => username === GHOST;

export const USER = statement<UserRow>(`SELECT ${COLUMNS} FROM users u WHERE u.id = :id`);
/** Somebody to whom something can be given. */
export const PERSON = statement<{ id: number; username: string }>(
  `SELECT id, username FROM users WHERE id = :user AND username_key <> '${GHOST}'`,
);
export const SEALED_TOKEN = statement<{ token_sealed: string }>(
  'SELECT token_sealed FROM users WHERE id = :id',
);
export const CREDENTIALS = statement<{ id: number; state: UserState; password_hash: string }>(
  `SELECT id, state, password_hash FROM users WHERE username_key = :login
   UNION ALL
   SELECT u.id, u.state, u.password_hash FROM emails e JOIN users u ON u.id = e.user_id
   WHERE e.email = :login AND e.is_primary = 1`,
);

export type UserFilter =
  'active' | 'blocked' | 'external' | 'username' | 'named' | 'namedOrAddressed';

/** Everybody but the ghost. */
export const USER_LIST: ListingText<UserFilter> = {
  table: 'users u',
  // By id, which every index has: the rows that are passed over on the way to a page are not read. With
  // `+ 0` nobody takes it for a range of the primary key, to be read whole and sorted.
  // A range of the index of their order, though everybody is in it: MariaDB would read the whole table for a
  // far page, if the statement before on that connection did not use the index.
  where: `u.created_at >= 0 AND u.id + 0 <> COALESCE((SELECT g.id FROM users g WHERE g.username_key = '${GHOST}'), 0)`,
  filters: {
    active: "u.state = 'active'",
    blocked: "u.state <> 'active'",
    external: 'u.external = 1',
    username: 'u.username_key = :username',
    named: 'INSTR(u.username_key, :text) > 0',
    // Counted for a user at a time: of EXISTS, MariaDB would look for the users of all addresses first.
    namedOrAddressed: `INSTR(u.username_key, :text) > 0 OR (SELECT COUNT(*) FROM emails e
      WHERE e.user_id = u.id AND INSTR(e.email, :text) > 0) > 0`,
  },
  columns: COLUMNS,
};
export const USERS = new Listing<UserRow, UserFilter>(USER_LIST);

const identitiesOf = new Map<number, Statement<IdentityRow>>();

/** The identities of as many users as one page has, in one statement. */
export function identitiesStatement(users: number): Statement<IdentityRow> {
  let query = identitiesOf.get(users);
  if (!query) {
    const ids = Array.from({ length: users }, (_, i) => `:id${i}`).join(', ');
    query = statement(
      `SELECT user_id, provider, extern_uid FROM identities WHERE user_id IN (${ids}) ORDER BY id`,
    );
    identitiesOf.set(users, query);
  }
  return query;
}

export const identityValues = (ids: readonly number[]): Record<string, number> =>
  Object.fromEntries(ids.map((id, i) => [`id${i}`, id]));
