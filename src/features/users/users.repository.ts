import type { UserState } from '../../core/auth/actor.js';
import { claim } from '../../database/claims.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing, type ListingText } from '../../database/listing.js';
import { columns, type Row } from '../../database/rows.js';
import { statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Rule } from '../../core/doctor/rule.js';
import type { Page } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { mailboxKey } from '../emails/email-address.js';
import type { IdentityRow } from './identities.repository.js';
import { CLAIM_BOTH, CLAIM_USER } from './people.repository.js';
import { GHOST, usernameKey } from './user-name.js';
import type { ListUsersParams } from './user.dto.js';
import { User } from './user.entity.js';

/** Secrets, and what only statements of their own need. */
const LEFT_OUT = [
  ...(['usernameKey', 'passwordHash', 'tokenDigest', 'tokenSealed'] as const),
  ...(['confirmationDigest', 'confirmationSentAt', 'createdById', 'ghostId'] as const),
] as const;

/** The columns of a user that views show. */
export type UserRow = Row<Omit<User, (typeof LEFT_OUT)[number] | 'external'>> & {
  is_external: number;
  /** Whether the quota is not used up; always for administrators. */
  can_create_project: number;
};

/** Columns of the author of a note or a snippet. */
export interface AuthorRow {
  author_id: number;
  author_username: string;
  author_email: string;
  author_name: string;
  author_state: string;
  author_created_at: number;
}

/** The id of a user as others see it. A user who is being deleted is the ghost to them. */
export const shownId = (alias: string): string => `COALESCE(${alias}.ghost_id, ${alias}.id)`;

/** Columns of user `a`. */
export const AUTHOR_COLUMNS = `${shownId('a')} AS author_id, a.username AS author_username, a.email AS author_email,
  a.name AS author_name, a.state AS author_state, a.created_at AS author_created_at`;

/** What the command line shows of an administrator. */
type AdministratorRow = Pick<UserRow, 'id' | 'username' | 'email' | 'state'> & {
  last_sign_in: number | null;
};

/** The columns that decide what a change of the user means. */
export type LockedUser = Pick<UserRow, 'is_external' | 'email'> & { username_key: string };

/** Also decides whether the user has to confirm a new address. */
type LockedAccount = LockedUser & Pick<UserRow, 'confirmed_at'>;

/** The columns that decide whether a user can be blocked or unblocked. */
export type LockedState = Pick<UserRow, 'state' | 'username'>;

const COLUMNS = `${columns(User, 'u', LEFT_OUT)},
  CASE WHEN u.admin = 1 OR u.projects_limit > (
    SELECT COUNT(*) FROM projects q WHERE q.owner_id = u.id AND q.deleted_at IS NULL
  ) THEN 1 ELSE 0 END AS can_create_project`;

// Exported for bench/limit.
export const USER = statement<UserRow>(
  `SELECT ${COLUMNS} FROM users u WHERE u.id = :id AND u.ghost_id IS NULL`,
);
/** One row for each identity, or one with nulls. Exported for bench/limit. */
export const USER_WITH_IDENTITIES = statement<UserRow & IdentityRow>(
  `SELECT ${COLUMNS}, i.user_id, i.provider, i.extern_uid
   FROM users u LEFT JOIN identities i ON i.user_id = u.id
   WHERE u.id = :id AND u.ghost_id IS NULL ORDER BY i.id`,
);

const GHOST_ID = statement<{ id: number }>(`SELECT id FROM users WHERE username_key = '${GHOST}'`);
const ACTIVE_ADMINISTRATORS = statement<{ id: number }>(
  "SELECT id FROM users WHERE admin = 1 AND state = 'active' ORDER BY id",
);
const CLAIM_ACTIVE_ADMINISTRATORS = claim('users', "admin = 1 AND state = 'active'");
const ADMINISTRATORS = statement<AdministratorRow>(
  `SELECT id, username, email, state, current_sign_in_at AS last_sign_in FROM users
   WHERE admin = 1 AND ghost_id IS NULL ORDER BY id`,
);
const STATE = statement<LockedState>(
  'SELECT state, username FROM users WHERE id = :id AND ghost_id IS NULL',
);
const NAMES = statement<LockedAccount>(
  'SELECT is_external, username_key, email, confirmed_at FROM users WHERE id = :id AND ghost_id IS NULL',
);
const TAKEN_FIELDS = statement<{ field: string }>(
  `SELECT 'email' AS field FROM emails WHERE email = :email AND user_id <> :user
   UNION ALL SELECT 'username' FROM users WHERE username_key = :username AND id <> :user
   UNION ALL SELECT 'extern_uid' FROM identities
   WHERE provider = :provider AND extern_uid = :extern_uid AND user_id <> :user`,
);

/** The filters of the list, by their parameters. */
const FILTERS = {
  active: "u.state = 'active'",
  blocked: "u.state <> 'active'",
  external: 'u.is_external = 1',
  username: 'u.username_key = :username_key',
} satisfies Partial<Record<keyof ListUsersParams, string>>;

/** What the conditions of filters need beside the parameters themselves. */
export const filterValues = ({ username = '' }: ListUsersParams) => ({
  username_key: usernameKey(username),
});

/** The list of all users except the ghost and users being deleted. The search adds conditions to it. */
export const USER_LIST: ListingText = {
  table: 'users u',
  // The ghost is excluded by id, which every index has, so that skipped rows are not read. `+ 0` stops the engines
  // from reading a range of the primary key and sorting it. The condition on created_at makes MariaDB use the index
  // `users_listed` for far pages too.
  where: `u.created_at >= 0 AND u.ghost_id IS NULL AND u.id + 0 <> COALESCE((SELECT g.id FROM users g WHERE g.username_key = '${GHOST}'), 0)`,
  filters: FILTERS,
  columns: COLUMNS,
};
export const USERS = new Listing<UserRow>(USER_LIST);

/** The table `users`, without credentials (`CredentialsRepository`) and rights (`PeopleRepository`). */
export class UsersRepository extends FeatureRepository<User> {
  static readonly rules: readonly Rule[] = [
    {
      table: 'users',
      text: 'has one primary address, its own',
      isBroken: `t.ghost_id IS NULL AND t.username_key <> '${GHOST}' AND 1 <>
        (SELECT COUNT(*) FROM emails e WHERE e.user_id = t.id AND e.is_primary = 1
          AND COALESCE(e.shown_email, e.email) = t.email)`,
    },
    {
      table: 'users',
      text: 'has its name in lower case as the key of its name',
      isBroken: 't.ghost_id IS NULL AND t.username_key <> LOWER(t.username)',
    },
  ];
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'users',
      kind: 'User',
      of: {},
      mark: {
        // Rows that join their author show the ghost at once. The key of the username and the addresses stay taken.
        set: `ghost_id = :ghost_id, username = :username, email = :email, name = :name, state = :state,
          admin = 0, created_at = :created_at, confirmation_digest = NULL`,
        isUnset: 'ghost_id IS NULL',
      },
    },
  ];

  findById(id: number): Promise<UserRow | null> {
    return this.statements.row(USER, { id });
  }

  /** In one statement, because clients ask for the current user often. Empty if there is no such user. */
  findWithIdentities(id: number): Promise<(UserRow & IdentityRow)[]> {
    return this.statements.rows(USER_WITH_IDENTITIES, { id });
  }

  /** Newest first. */
  list(params: ListUsersParams): Promise<Page<UserRow>> {
    return paginate(USERS.rows(this.database, 'desc', filterValues(params), params), params);
  }

  /** In the order of their ids. */
  findAdministrators(): Promise<AdministratorRow[]> {
    return this.statements.rows(ADMINISTRATORS);
  }

  async findGhostId(): Promise<number | null> {
    return (await this.statements.row(GHOST_ID))?.id ?? null;
  }

  /** The fields whose value another user already has: `email`, `username`, `extern_uid`. */
  async findTakenFields(
    values: Record<'email' | 'username' | 'provider' | 'extern_uid', string>,
    user: number,
  ): Promise<string[]> {
    const email = mailboxKey(values.email);
    const rows = await this.statements.rows(TAKEN_FIELDS, { ...values, email, user });
    return rows.map(({ field }) => field);
  }

  /** Locks the row until the unit ends. */
  async lockNames(id: number): Promise<LockedAccount | null> {
    return (await this.unit.lock(NAMES, { id }))[0] ?? null;
  }

  /** Locks the row until the unit ends. */
  async lockState(id: number): Promise<LockedState | null> {
    await this.unit.claim(CLAIM_USER, { id });
    return (await this.unit.lock(STATE, { id }))[0] ?? null;
  }

  /** See `People.claimBoth`. */
  claimBoth(one: number, other: number): Promise<void> {
    return this.unit.claim(CLAIM_BOTH, { one, other });
  }

  /** Returns the ids of all active administrators. Locks their rows until the unit ends. */
  async lockActiveAdministrators(): Promise<number[]> {
    await this.unit.claim(CLAIM_ACTIVE_ADMINISTRATORS);
    return (await this.unit.lock(ACTIVE_ADMINISTRATORS)).map(({ id }) => id);
  }

  /** Returns the new id. */
  insertUser(user: Omit<User, 'id'>): Promise<number> {
    return this.insertRow(user);
  }

  /** Locks the row until the unit ends. */
  async setState(id: number, state: UserState): Promise<void> {
    await this.update({ id }, { state });
  }
}
