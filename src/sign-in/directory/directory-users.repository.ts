import type { UserState } from '../../core/auth/actor.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import {
  serverList,
  serverText,
  statement,
  type Statement,
  type Values,
} from '../../database/statement.js';
import { mailboxKey } from '../../features/emails/email-address.js';
import type { Identity } from '../../features/users/identity.entity.js';
import { CLAIM_USER } from '../../features/users/people.repository.js';

/** A user with an identity of a directory. */
export interface DirectoryUser {
  id: number;
  username: string;
  username_key: string;
  email: string;
  name: string;
  state: UserState;
  admin: number;
  is_external: number;
  can_create_group: number;
  projects_limit: number;
  confirmed_at: number | null;
  identity_id: number;
  extern_uid: string;
  unique_id: string | null;
  login: string | null;
  disabled_by: string | null;
}

const COLUMNS = `u.id, u.username, u.username_key, u.email, u.name, u.state, u.admin, u.is_external,
  u.can_create_group, u.projects_limit, u.confirmed_at, i.id AS identity_id, i.extern_uid, i.unique_id, i.login,
  i.disabled_by`;
const OF_DIRECTORY = 'i.provider = :provider AND u.ghost_id IS NULL';

const find = (condition: string, identities = 'identities i') =>
  statement<DirectoryUser>(
    `SELECT ${COLUMNS} FROM ${identities} JOIN users u ON u.id = i.user_id WHERE ${OF_DIRECTORY} AND ${condition}`,
  );
const BY_USER = find('i.user_id = :user');
/** The join order is fixed: otherwise the engines may read all identities of the directory. */
const BY_USERS: Statement<DirectoryUser> = {
  ...statement<DirectoryUser>(
    `SELECT ${COLUMNS} FROM json_each(:users) ids
     CROSS JOIN identities i INDEXED BY identities_user ON i.user_id = ids.value
     CROSS JOIN users u ON u.id = i.user_id WHERE ${OF_DIRECTORY}`,
  ),
  onServer: statement(
    `SELECT ${COLUMNS} FROM ${serverList('users')}
     STRAIGHT_JOIN identities i ON i.user_id = row_id
     STRAIGHT_JOIN users u ON u.id = i.user_id WHERE ${OF_DIRECTORY}`,
  ),
};
const BY_ENTRY = find('i.unique_id = :unique_id');
const BY_DN = find('i.extern_uid = :dn');
const BY_USERNAME = find('u.username_key = :username');
const BY_ADDRESS = find('i.user_id = (SELECT e.user_id FROM emails e WHERE e.email = :email)');
const NEXT = 'i.id > :after ORDER BY i.id LIMIT :limit';
const WITHOUT_ENTRY = find(`i.unique_id IS NULL AND ${NEXT}`);
/** By id: an index on the provider would make each page read and sort all identities of the directory. */
const PAGE: Statement<DirectoryUser> = {
  ...find(NEXT, 'identities i NOT INDEXED'),
  onServer: find(NEXT, 'identities i FORCE INDEX (PRIMARY)'),
};
const BY_ENTRIES: Statement<DirectoryUser> = {
  ...find('i.unique_id IN (SELECT value FROM json_each(:unique_ids))'),
  onServer: statement(
    `SELECT ${COLUMNS}
     FROM JSON_TABLE(:unique_ids, '$[*]' COLUMNS (entry ${serverText(255)} PATH '$')) entries
     STRAIGHT_JOIN identities i ON i.provider = :provider AND i.unique_id = entries.entry COLLATE utf8mb4_bin
     STRAIGHT_JOIN users u ON u.id = i.user_id AND u.ghost_id IS NULL`,
  ),
};

const LINK: Statement = {
  ...statement(
    `UPDATE identities SET unique_id = value ->> 'uniqueId', login = value ->> 'login'
     FROM json_each(:links)
     WHERE identities.id = value ->> 'id' AND unique_id IS NULL AND extern_uid = value ->> 'dn'`,
  ),
  onServer: statement(
    `UPDATE JSON_TABLE(:links, '$[*]' COLUMNS (
       row_id BIGINT PATH '$.id', entry ${serverText(255)} PATH '$.uniqueId',
       dn ${serverText(512)} PATH '$.dn', entry_login ${serverText(255)} PATH '$.login')) links
     STRAIGHT_JOIN identities ON id = row_id AND unique_id IS NULL AND extern_uid = dn COLLATE utf8mb4_bin
     SET unique_id = entry, login = entry_login`,
  ),
};

/** The entry that belongs to an identity. */
interface EntryLink {
  /** The identity. */
  id: number;
  uniqueId: string;
  dn: string;
  login: string | null;
}

/** The users of a directory: the identities of its provider, with what the directory may change in their users. */
export class DirectoryUsersRepository extends FeatureRepository<Identity> {
  /** Locks both rows until the unit ends. */
  async lock(provider: string, user: number): Promise<DirectoryUser | null> {
    await this.unit.claim(CLAIM_USER, { id: user });
    return (await this.unit.lock(BY_USER, { provider, user }))[0] ?? null;
  }

  findByUser(provider: string, user: number): Promise<DirectoryUser | null> {
    return this.statements.row(BY_USER, { provider, user });
  }

  findByUserIds(provider: string, users: readonly number[]): Promise<DirectoryUser[]> {
    return this.statements.rows(BY_USERS, { provider, users: JSON.stringify(users) });
  }

  findByEntry(provider: string, uniqueId: string): Promise<DirectoryUser | null> {
    return this.statements.row(BY_ENTRY, { provider, unique_id: uniqueId });
  }

  findByDn(provider: string, dn: string): Promise<DirectoryUser | null> {
    return this.statements.row(BY_DN, { provider, dn });
  }

  /** @param username in lower case */
  findByUsername(provider: string, username: string): Promise<DirectoryUser | null> {
    return this.statements.row(BY_USERNAME, { provider, username });
  }

  /** @param email a primary or secondary address */
  findByAddress(provider: string, email: string): Promise<DirectoryUser | null> {
    return this.statements.row(BY_ADDRESS, { provider, email: mailboxKey(email) });
  }

  findByEntries(provider: string, uniqueIds: readonly string[]): Promise<DirectoryUser[]> {
    const values = { provider, unique_ids: JSON.stringify(uniqueIds) };
    return this.statements.rows(BY_ENTRIES, values);
  }

  /** All users of the directory by identity id, at most `limit` at a time. */
  pages(provider: string, limit: number): AsyncGenerator<DirectoryUser[]> {
    return this.readPages(PAGE, { provider, limit });
  }

  /** Like `pages`: those whose entry has not been found yet. */
  pagesWithoutEntry(provider: string, limit: number): AsyncGenerator<DirectoryUser[]> {
    return this.readPages(WITHOUT_ENTRY, { provider, limit });
  }

  async add(identity: Omit<Identity, 'id'>): Promise<void> {
    await this.insert(identity);
  }

  async change(identityId: number, changes: Partial<Identity>): Promise<void> {
    await this.update({ id: identityId }, changes);
  }

  /** Stores which entries belong to identities. Returns for how many: the others have an entry, or another DN. */
  link(links: readonly EntryLink[]): Promise<number> {
    return this.unit.write(LINK, { links: JSON.stringify(links) });
  }

  private async *readPages(
    query: Statement<DirectoryUser>,
    values: Values & { limit: number },
  ): AsyncGenerator<DirectoryUser[]> {
    for (let after = 0; ;) {
      const page = await this.statements.rows(query, { ...values, after });
      if (page.length > 0) yield page;
      if (page.length < values.limit) return;
      after = page.at(-1)?.identity_id ?? after;
    }
  }
}
